-- A donor wants another address for a match. It changes when whoever reads the stored address agrees: one link, one use.
CREATE TABLE donor_handovers (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  donation_id bigint NOT NULL,
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 255),
  name text NOT NULL CHECK (length(name) <= 200),
  -- null until its mail is sent
  token_hash bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CREATE INDEX donor_handovers_by_token ON donor_handovers (token_hash);
CALL protect_organization_table('donor_handovers');
