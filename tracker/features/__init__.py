"""The features: a folder each, declared in its `__init__` and listed in `tracker/feature_list.py`."""
