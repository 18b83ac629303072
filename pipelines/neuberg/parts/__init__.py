"""A part of a season: what it is cut from, what is done to it, by which process, and where what is made of it stays.

A process that works on parts imports this room and the stages, and none of what makes a run or its report of them.
"""
