-- What the staff write about a match for each other. A note that was taken away stays, for the record.
CREATE TABLE match_notes (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  donation_id bigint NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  at timestamptz NOT NULL,
  text text NOT NULL CHECK (length(text) BETWEEN 1 AND 4000),
  removed_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CREATE INDEX match_notes_of_donation ON match_notes (organization_id, donation_id, id) WHERE removed_at IS NULL;
CALL protect_organization_table('match_notes');
