"""The verb of the forecast, which plays nothing and is tried apart."""

APART = ("forecast",)
