-- A company or its platform wrote that it wants a gift verified: who asked, and until when. Of the time since the match waits for the
-- nonprofit (3); one that is older says nothing any more.
CREATE TABLE verification_requests (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  donation_id bigint NOT NULL,
  -- blank: the company, or its platform
  asked_by text NOT NULL DEFAULT '' CHECK (length(asked_by) <= 200),
  -- the end of the day that was given, by the organization's clock; null: none was
  until_at timestamptz,
  asked_at timestamptz NOT NULL,
  user_id bigint REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (organization_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX verification_requests_due ON verification_requests (organization_id, until_at) WHERE until_at IS NOT NULL;
CALL protect_organization_table('verification_requests');

-- That the nonprofit was told before a deadline, once for each.
CREATE TABLE verification_alerts (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  donation_id bigint NOT NULL,
  until_at timestamptz NOT NULL,
  alerted_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, donation_id, until_at),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX verification_alerts_by_moment ON verification_alerts (organization_id, alerted_at);
CALL protect_organization_table('verification_alerts');
