-- Typed by hand, and in no statement yet: removed, it comes back with the statement that has it.
ALTER TABLE bank_lines ADD COLUMN typed boolean NOT NULL DEFAULT false;
