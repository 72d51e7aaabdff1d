-- The old numbering added this check without looking at the rows that were there. A new database has it valid already.
ALTER TABLE donations VALIDATE CONSTRAINT donations_gift_kind_check;
