"""The tracker: changed where a rule permits it, merged where two change it, and changed back. (Rule 1.7)"""
