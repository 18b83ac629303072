"""The scored lines in numbers: what any rule needs to know of them, and what is printed beside."""
