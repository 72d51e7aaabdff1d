-- What is to be said to a donor later on, if nothing speaks against it then: reminders and warnings of a deadline. When its
-- moment comes it becomes a row of notifications and is decided on there.
CREATE TABLE planned_mails (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  donation_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('reminder_1', 'reminder_2', 'deadline', 'deadline_last')),
  -- the mail that it follows: it speaks of the same status, to the same donor
  after_id bigint NOT NULL,
  send_at timestamptz NOT NULL,
  planned_at timestamptz NOT NULL,
  -- one by one; whom or what all holds are about is said in mail_holds
  held_at timestamptz,
  dropped_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, donation_id, kind),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations (organization_id, id) ON DELETE CASCADE,
  FOREIGN KEY (organization_id, after_id) REFERENCES notifications (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX planned_mails_after ON planned_mails (organization_id, after_id);
CREATE INDEX planned_mails_due ON planned_mails (send_at) WHERE held_at IS NULL AND dropped_at IS NULL;
CREATE INDEX planned_mails_by_time ON planned_mails (organization_id, send_at, id);
CALL protect_organization_table('planned_mails');
