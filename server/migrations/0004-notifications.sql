-- One row is one e-mail about one match. The row is also its place in the queue: recorded before it is sent, marked after.
CREATE TABLE notifications (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  donation_id bigint NOT NULL,
  donor_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('initial', 'reminder_1', 'reminder_2', 'deadline', 'deadline_last', 'thank_you')),
  -- the status that the mail speaks of, which names its template
  status_id smallint NOT NULL,
  -- id of the evaluation's policy is the donation's; the version of the text stays with a match
  template_version text NOT NULL DEFAULT 'default',
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'skipped')),
  problem text,
  message_id text NOT NULL,
  recipient text NOT NULL DEFAULT '',
  subject text NOT NULL DEFAULT '',
  send_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  first_open timestamptz,
  opens integer NOT NULL DEFAULT 0,
  machine_opens integer NOT NULL DEFAULT 0,
  first_click timestamptz,
  clicks integer NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CREATE INDEX notifications_due ON notifications (send_at) WHERE state IN ('queued', 'sending');
CREATE INDEX notifications_by_donation ON notifications (organization_id, donation_id, id);
CREATE INDEX notifications_by_donor ON notifications (organization_id, donor_id, sent_at) WHERE state = 'sent';
CALL protect_organization_table('notifications');

-- Addresses that an organization's mail must not reach.
CREATE TABLE suppressions (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  email_key text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('unsubscribed', 'bounced', 'complained')),
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, email_key)
);
CALL protect_organization_table('suppressions');
