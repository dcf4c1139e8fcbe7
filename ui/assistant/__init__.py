"""The assistant's page: a conversation, with a card for each call."""
