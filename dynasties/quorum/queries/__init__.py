"""Episodes, as they are read: facts for mechanics, and what a viewer may see. Reads only."""
