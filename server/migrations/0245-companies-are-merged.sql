-- Two companies that are one: the one that goes leads to the one that stays and is in no list any more. Its row stays, with its
-- versions, because matches name the version that they were judged by, and because a merge can be taken back.
ALTER TABLE companies ADD COLUMN merged_into_id bigint REFERENCES companies, ADD CHECK (merged_into_id <> id);
CREATE INDEX companies_merged ON companies (merged_into_id) WHERE merged_into_id IS NOT NULL;

-- The gifts that a change of the directory moves from one company to another, one step after the other: what is left to do,
-- and later what goes back.
CREATE TABLE directory_change_gifts (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  change_id bigint NOT NULL REFERENCES directory_changes,
  donation_id bigint NOT NULL,
  done boolean NOT NULL DEFAULT false,
  PRIMARY KEY (organization_id, change_id, donation_id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX directory_change_gifts_of_gift ON directory_change_gifts (organization_id, donation_id);
CREATE INDEX directory_change_gifts_of_change ON directory_change_gifts (change_id, done, organization_id, donation_id);
CALL protect_organization_table('directory_change_gifts');

-- How many of them there are, or were when it was taken back.
ALTER TABLE directory_changes ADD COLUMN moving integer NOT NULL DEFAULT 0;
