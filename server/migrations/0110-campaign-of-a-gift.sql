-- The campaign that a gift came in for, as it is looked for: generated, so that it follows `custom`, and stored, so that an index
-- may hold it behind row-level security, which lets no expression before its own check.
ALTER TABLE donations ADD COLUMN campaign_key text GENERATED ALWAYS AS (lower(left(custom ->> 'campaign', 200))) STORED;
