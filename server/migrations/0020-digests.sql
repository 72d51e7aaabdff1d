-- The nonprofit's weekly mail. One row is one mail to one address of one organization, and its place in the queue.
CREATE TABLE digests (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- the Monday, by the organization's clock, of the week in which it goes out
  week date NOT NULL,
  recipient text NOT NULL,
  email_key text NOT NULL,
  subject text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'skipped')),
  problem text,
  message_id text NOT NULL,
  send_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email_key, week)
);
CREATE INDEX digests_due ON digests (send_at) WHERE state IN ('queued', 'sending');
CALL protect_organization_table('digests');

-- The last week whose digests were planned. Apart from the organization, whose row people wait for.
CREATE TABLE digest_weeks (
  organization_id bigint PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  week date NOT NULL
);
CALL protect_organization_table('digest_weeks');

-- Who pressed "unsubscribe" in a digest. It holds for the primary contact; a notification e-mail is removed besides.
CREATE TABLE digest_refusals (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  email_key text NOT NULL,
  email text NOT NULL,
  was_notifee boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, email_key)
);
CALL protect_organization_table('digest_refusals');

-- What moved on to the employer or came back from it, for the news of a week.
CREATE INDEX donation_events_news ON donation_events (organization_id, at) INCLUDE (donation_id, to_status_id)
  WHERE to_status_id IN (1, 4) AND from_status_id IS NOT NULL;
-- Matches that wait for the nonprofit although the employer's deadline is over.
CREATE INDEX donations_late_to_verify ON donations (organization_id, deadline_at)
  WHERE counted AND NOT inert AND status_id = 3 AND deadline_at IS NOT NULL;

-- Mails that came back up to this one no longer pause sending: an administrator looked into it and let it go on.
ALTER TABLE organizations ADD bounces_forgiven_until bigint NOT NULL DEFAULT 0;
