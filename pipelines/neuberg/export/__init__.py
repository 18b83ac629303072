"""Export: the events of a run as files of the formats that bodies already use, and what these cannot hold.

Writing a text is a pure function of one event's tables; `writing` alone touches the disk.
"""
