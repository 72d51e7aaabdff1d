-- What a mail server or a provider reported, as it said it; '' where nobody said more than the reason.
ALTER TABLE suppressions ADD COLUMN detail text NOT NULL DEFAULT '';
