-- The values that an upload left, so that its undo keeps what somebody changed since. NULL for earlier uploads.
ALTER TABLE import_news ADD after jsonb;
