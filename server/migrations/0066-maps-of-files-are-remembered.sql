-- Where the columns of a kind of file went when one was last uploaded. A kind is known by the names of its columns.
CREATE TABLE import_maps (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  -- digest of the normalized headers
  fingerprint text NOT NULL,
  map jsonb NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, fingerprint)
);
CALL protect_organization_table('import_maps');
