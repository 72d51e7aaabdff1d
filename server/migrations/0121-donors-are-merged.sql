-- Two donors that are one person: what moved, and what both were before, kept for as long as it can be undone.
CREATE TABLE donor_merges (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kept_id bigint NOT NULL,
  merged_id bigint NOT NULL,
  at timestamptz NOT NULL,
  user_id bigint REFERENCES users,
  -- columns of the donor that stays, as they were
  kept_before jsonb NOT NULL,
  -- addresses that led to the one that goes
  former_ids bigint[] NOT NULL,
  donation_ids bigint[] NOT NULL,
  notification_ids bigint[] NOT NULL,
  -- the unsubscription that the address of the one that stays got by it
  suppressed_key text,
  undone_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, kept_id) REFERENCES donors (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, merged_id) REFERENCES donors (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX donor_merges_of_kept ON donor_merges (organization_id, kept_id, id);
CREATE INDEX donor_merges_of_merged ON donor_merges (organization_id, merged_id);
CALL protect_organization_table('donor_merges');

-- What each match was that the merge changed, and the version that it made of it.
CREATE TABLE donor_merge_matches (
  organization_id bigint NOT NULL,
  merge_id bigint NOT NULL,
  donation_id bigint NOT NULL,
  version integer NOT NULL,
  before jsonb NOT NULL,
  PRIMARY KEY (organization_id, merge_id, donation_id),
  FOREIGN KEY (organization_id, merge_id) REFERENCES donor_merges ON DELETE CASCADE,
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CREATE INDEX donor_merge_matches_of_donation ON donor_merge_matches (organization_id, donation_id);
CALL protect_organization_table('donor_merge_matches');
