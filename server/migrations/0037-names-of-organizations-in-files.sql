-- What a name in an organization's files means: one of its family, or nothing, and its rows are left out. Said once, remembered.
CREATE TABLE organization_names (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  -- without case, accents and punctuation
  name_key text NOT NULL,
  means_id bigint REFERENCES organizations ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, name_key)
);
CALL protect_organization_table('organization_names');
