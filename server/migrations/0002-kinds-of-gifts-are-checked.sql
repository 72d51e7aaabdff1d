-- The old numbering added this check without validating existing rows. In a new database it is already valid.
ALTER TABLE donations VALIDATE CONSTRAINT donations_gift_kind_check;
