"""What is done in a spy dynasty: each act takes the floor, asks the rules, writes, and tells only whom it may."""
