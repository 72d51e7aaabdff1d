-- Who signs the forms of companies for an organization, with what they are there; nobody, unless an admin says so.
ALTER TABLE members ADD COLUMN may_sign boolean NOT NULL DEFAULT false,
  ADD COLUMN title text NOT NULL DEFAULT '' CHECK (length(title) <= 100);
ALTER TABLE removed_members ADD COLUMN may_sign boolean NOT NULL DEFAULT false,
  ADD COLUMN title text NOT NULL DEFAULT '';
