-- How many emails a donor may get in 90 days.
ALTER TABLE organizations ADD COLUMN email_limit smallint NOT NULL DEFAULT 4 CHECK (email_limit BETWEEN 1 AND 12);

-- The donor's other gifts that an attempt to send an email lists. Listed gifts get no separate email.
CREATE TABLE listed_gifts (
  organization_id bigint,
  notification_id bigint,
  donation_id bigint,
  attempt integer NOT NULL,
  PRIMARY KEY (organization_id, notification_id, donation_id),
  FOREIGN KEY (organization_id, notification_id) REFERENCES notifications ON DELETE CASCADE,
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CALL protect_organization_table('listed_gifts');
CREATE INDEX listed_gifts_by_donation ON listed_gifts (organization_id, donation_id);

-- The email about another gift that listed the gift of this first email, which was therefore skipped.
ALTER TABLE notifications ADD COLUMN covered_by bigint;
