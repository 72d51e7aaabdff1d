-- The directory learned something about this gift's employer since the rules last looked at it: mails that come of looking
-- again were announced to nobody and are held.
ALTER TABLE donations ADD COLUMN directory_changed boolean NOT NULL DEFAULT false;
