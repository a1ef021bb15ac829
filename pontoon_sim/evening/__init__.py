"""An evening at the table: many deals with one pack, a bank that moves, and what people make of it between deals."""
