ALTER TABLE donation_events
  -- [{ "field", "from", "to" }], beside the status
  ADD COLUMN changes jsonb NOT NULL DEFAULT '[]',
  -- a sentence, where the action alone does not say it
  ADD COLUMN why text NOT NULL DEFAULT '';
