"""The dialogs of the table screen: each is dismissed with its answer, which is then played."""
