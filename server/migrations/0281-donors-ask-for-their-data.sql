-- A donor wants a copy of their data, or it erased. Done for whoever opens the link that is mailed to the stored address: one
-- link of each kind at a time, one use.
CREATE TABLE donor_data_wishes (
  organization_id bigint NOT NULL,
  donor_id bigint NOT NULL,
  wish text NOT NULL CHECK (wish IN ('copy', 'erasure')),
  -- null until its mail is sent
  token_hash bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, donor_id, wish),
  FOREIGN KEY (organization_id, donor_id) REFERENCES donors (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX donor_data_wishes_by_token ON donor_data_wishes (token_hash);
CALL protect_organization_table('donor_data_wishes');
