-- One list of a campaign's gifts for one company: who made it of which gifts, and where it went. What stands in the list is read
-- from the gifts whenever it is looked at, so that a donor who is erased is in no copy of it.
CREATE TABLE group_submissions (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  campaign_id bigint NOT NULL,
  company_id bigint NOT NULL REFERENCES companies,
  user_id bigint NOT NULL REFERENCES users,
  at timestamptz NOT NULL,
  sent_to text NOT NULL DEFAULT '',
  donation_ids bigint[] NOT NULL,
  undo_id uuid NOT NULL,
  undone_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX group_submissions_of_campaign ON group_submissions (organization_id, campaign_id, id DESC);
CALL protect_organization_table('group_submissions');
