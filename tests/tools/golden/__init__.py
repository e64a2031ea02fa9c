"""How the golden matches of single games are opened, and who plays them."""
