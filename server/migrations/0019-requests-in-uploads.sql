-- A gift that its donor told of has no transaction id until an upload brings one. What it was known by before, and which
-- upload gave it the id, so that undoing that upload takes the id back.
ALTER TABLE donations
  ADD COLUMN key_before uuid,
  ADD COLUMN identified_by bigint;
CREATE INDEX donations_by_identifying_import ON donations (organization_id, identified_by) WHERE identified_by IS NOT NULL;
CREATE INDEX donations_by_key_before ON donations (organization_id, key_before) WHERE key_before IS NOT NULL;
