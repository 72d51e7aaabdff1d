-- Held while its gifts are still being looked at: the mails that are yet to come are held as well.
ALTER TABLE employer_resolutions ADD COLUMN hold_mails boolean NOT NULL DEFAULT false;
