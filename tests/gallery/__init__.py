"""The screens in many situations, drawn to PNG by the program's own widgets: `make gallery`."""
