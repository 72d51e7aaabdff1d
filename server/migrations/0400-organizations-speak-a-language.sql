-- The language of an organization's mails and pages, where a donor's own is not known.
ALTER TABLE organizations ADD COLUMN language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'fr', 'es'));
