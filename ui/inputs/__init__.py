"""How a call's inputs are shown, everywhere: in the consent window, in the history, in the assistant's page."""
