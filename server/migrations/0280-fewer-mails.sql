-- A donor who wants fewer mails: since when. Null: as many as the rules of mails allow.
ALTER TABLE donors ADD COLUMN fewer_mails_at timestamptz;
