-- Emails to donors and members, their texts, and their delivery.

-- Versions of an organization's own texts.
CREATE TABLE email_templates (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY (START WITH 1001), -- lower ids are the Defaults
  template_id smallint NOT NULL,
  name text NOT NULL CHECK (name IN ('A', 'B', 'C', 'D', 'E')),
  live boolean NOT NULL DEFAULT false,
  words jsonb NOT NULL,
  version integer NOT NULL DEFAULT 1,
  updated_at timestamptz NOT NULL,
  updated_by bigint REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, template_id, name)
);
CALL protect_organization_table('email_templates');
CREATE INDEX email_templates_of_user ON email_templates (updated_by);

CREATE TABLE email_template_counts (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  template_id smallint,
  version text,
  sent bigint NOT NULL,
  opened bigint NOT NULL,
  confirm_clicked bigint NOT NULL,
  decline_clicked bigint NOT NULL,
  r1_sent bigint NOT NULL,
  r1_opened bigint NOT NULL,
  r1_confirm_clicked bigint NOT NULL,
  r2_sent bigint NOT NULL,
  r2_opened bigint NOT NULL,
  r2_confirm_clicked bigint NOT NULL,
  machine_opened bigint NOT NULL,
  submitted bigint NOT NULL,
  lane smallint DEFAULT 0,
  PRIMARY KEY (organization_id, template_id, version, lane)
);
CALL protect_organization_table('email_template_counts');

-- The next version to use.
CREATE TABLE email_template_deals (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  template_id smallint,
  dealt bigint NOT NULL,
  PRIMARY KEY (organization_id, template_id)
);
CALL protect_organization_table('email_template_deals');

CREATE TYPE mail_count AS (
  organization_id bigint, template_id smallint, version text, part int,
  sent int, opened int, confirmed int, declined int, by_machine int, submitted int
);

CREATE VIEW email_template_stats WITH (security_invoker=true) AS
 SELECT organization_id,
    template_id,
    version,
    (sum(sent))::bigint AS sent,
    (sum(opened))::bigint AS opened,
    (sum(confirm_clicked))::bigint AS confirm_clicked,
    (sum(decline_clicked))::bigint AS decline_clicked,
    (sum(r1_sent))::bigint AS r1_sent,
    (sum(r1_opened))::bigint AS r1_opened,
    (sum(r1_confirm_clicked))::bigint AS r1_confirm_clicked,
    (sum(r2_sent))::bigint AS r2_sent,
    (sum(r2_opened))::bigint AS r2_opened,
    (sum(r2_confirm_clicked))::bigint AS r2_confirm_clicked,
    (sum(machine_opened))::bigint AS machine_opened,
    (sum(submitted))::bigint AS submitted
   FROM email_template_counts
  GROUP BY organization_id, template_id, version;

CREATE TABLE email_wordings (
  organization_id bigint,
  id bigint GENERATED ALWAYS AS IDENTITY,
  email_template_id bigint NOT NULL,
  words jsonb NOT NULL,
  written_at timestamptz NOT NULL,
  written_by bigint REFERENCES users ON DELETE SET NULL,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, email_template_id) REFERENCES email_templates ON DELETE CASCADE
);
CALL protect_organization_table('email_wordings');
CREATE INDEX email_wordings_of_template ON email_wordings (organization_id, email_template_id, id DESC);
CREATE INDEX email_wordings_of_user ON email_wordings (written_by);

-- Emails to donors. Each row is also a queue entry.
CREATE TABLE notifications (
  organization_id bigint,
  id bigint GENERATED ALWAYS AS IDENTITY,
  donation_id bigint NOT NULL,
  donor_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('initial', 'reminder_1', 'reminder_2', 'deadline', 'deadline_last', 'thank_you')),
  status_id smallint NOT NULL,
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
  machine_clicks integer NOT NULL DEFAULT 0,
  decline_clicks integer NOT NULL DEFAULT 0,
  first_machine_open timestamptz,
  bounced boolean NOT NULL DEFAULT false,
  import_id bigint,
  held_at timestamptz,
  held_because text CHECK (held_because IN ('team', 'support', 'directory', 'payout')),
  template_organization_id bigint,
  led_to_submission boolean NOT NULL DEFAULT false,
  dropped_at timestamptz,
  payout_report_id bigint,
  moved_by_limit boolean NOT NULL DEFAULT false,
  last_link text CHECK (last_link IN ('yes', 'no', 'unsubscribe')),
  last_link_at timestamptz,
  burst_at timestamptz,
  acted_at timestamptz,
  handed_by text,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
) WITH (fillfactor=70);
CALL protect_organization_table('notifications');
CREATE INDEX notifications_bounced ON notifications (organization_id, id) WHERE bounced;
CREATE INDEX notifications_by_donation ON notifications (organization_id, donation_id, id);
CREATE INDEX notifications_by_id ON notifications (id);
CREATE INDEX notifications_by_message_id ON notifications (message_id);
CREATE INDEX notifications_dropped ON notifications (organization_id, send_at) WHERE dropped_at IS NOT NULL;
CREATE INDEX notifications_due ON notifications (send_at) WHERE state IN ('queued', 'sending');
CREATE INDEX notifications_gone ON notifications (organization_id, donation_id) WHERE state IN ('sending', 'sent');
CREATE INDEX notifications_of_donor ON notifications (organization_id, donor_id);
CREATE INDEX notifications_of_import ON notifications (organization_id, import_id) WHERE import_id IS NOT NULL;
CREATE INDEX notifications_of_payout_report ON notifications (payout_report_id) WHERE payout_report_id IS NOT NULL;
CREATE INDEX notifications_waiting ON notifications (organization_id, send_at) WHERE state = 'queued';

-- Planned follow-ups.
CREATE TABLE planned_mails (
  organization_id bigint,
  id bigint GENERATED ALWAYS AS IDENTITY,
  donation_id bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('reminder_1', 'reminder_2', 'deadline', 'deadline_last')),
  after_id bigint NOT NULL,
  send_at timestamptz NOT NULL,
  planned_at timestamptz NOT NULL,
  held_at timestamptz,
  dropped_at timestamptz,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, donation_id, kind),
  FOREIGN KEY (organization_id, after_id) REFERENCES notifications ON DELETE CASCADE,
  FOREIGN KEY (organization_id, donation_id) REFERENCES donations ON DELETE CASCADE
);
CALL protect_organization_table('planned_mails');
CREATE INDEX planned_mails_after ON planned_mails (organization_id, after_id);
CREATE INDEX planned_mails_by_time ON planned_mails (organization_id, send_at, id);
CREATE INDEX planned_mails_due ON planned_mails (send_at) WHERE (held_at IS NULL) AND (dropped_at IS NULL);

-- Content of sent emails.
CREATE TABLE sent_mails (
  organization_id bigint,
  notification_id bigint,
  body bytea,
  sender text NOT NULL DEFAULT '',
  reply_to text NOT NULL DEFAULT '',
  html text NOT NULL DEFAULT '',
  text text NOT NULL DEFAULT '',
  PRIMARY KEY (organization_id, notification_id),
  FOREIGN KEY (organization_id, notification_id) REFERENCES notifications ON DELETE CASCADE
);
CALL protect_organization_table('sent_mails');
CREATE INDEX sent_mails_to_rewrite ON sent_mails (organization_id, notification_id) WHERE body IS NOT NULL;

-- Messages in the mail folder of a demo or test installation.
CREATE TABLE kept_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  message_id text NOT NULL UNIQUE,
  raw text NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);

-- Processed bounce and complaint reports.
CREATE TABLE mail_reports (
  provider text CHECK (provider IN ('ses', 'postmark', 'sendgrid', 'mailgun', 'mailbox')),
  event_id text,
  at timestamptz NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX mail_reports_oldest ON mail_reports (at);

CREATE TABLE mailed_requests (
  address_digest text PRIMARY KEY,
  message_id text NOT NULL,
  mailed_at timestamptz NOT NULL
);

-- Weekly emails. Each row is also a queue entry.
CREATE TABLE digests (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
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
  handed_by text,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email_key, week)
);
CALL protect_organization_table('digests');
CREATE INDEX digests_due ON digests (send_at) WHERE state IN ('queued', 'sending');

-- Planned weeks.
CREATE TABLE digest_weeks (
  organization_id bigint PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  week date NOT NULL
);
CALL protect_organization_table('digest_weeks');

CREATE TABLE digest_refusals (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  email_key text,
  email text NOT NULL,
  was_notifee boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, email_key)
);
CALL protect_organization_table('digest_refusals');

CREATE TABLE sending_addresses (
  organization_id bigint PRIMARY KEY REFERENCES organizations ON DELETE CASCADE,
  address text NOT NULL CHECK (length(address) <= 255),
  selector text NOT NULL CHECK (selector ~ '^[a-z0-9]{1,63}$'),
  public_key text NOT NULL,
  private_key_sealed text NOT NULL,
  checked_at timestamptz,
  lines jsonb
);
CALL protect_organization_table('sending_addresses');
CREATE INDEX sending_addresses_checked ON sending_addresses (checked_at);

-- Domains of organizations with their DKIM keys, DNS checks and daily limit.
CREATE TABLE sending_domains (
  domain text PRIMARY KEY CHECK (length(domain) <= 255),
  step smallint NOT NULL DEFAULT 0,
  day date NOT NULL,
  taken integer NOT NULL DEFAULT 0
);

CREATE FUNCTION add_template_counts(counts mail_count[])
  RETURNS void LANGUAGE sql
AS $$
  INSERT INTO email_template_counts AS s (organization_id, template_id, version, sent, opened, confirm_clicked, decline_clicked,
    r1_sent, r1_opened, r1_confirm_clicked, r2_sent, r2_opened, r2_confirm_clicked, machine_opened, submitted, lane)
  SELECT c.organization_id, c.template_id, c.version,
    coalesce(sum(c.sent) FILTER (WHERE c.part = 1), 0), coalesce(sum(c.opened) FILTER (WHERE c.part = 1), 0),
    coalesce(sum(c.confirmed) FILTER (WHERE c.part = 1), 0), sum(c.declined),
    coalesce(sum(c.sent) FILTER (WHERE c.part = 2), 0), coalesce(sum(c.opened) FILTER (WHERE c.part = 2), 0),
    coalesce(sum(c.confirmed) FILTER (WHERE c.part = 2), 0),
    coalesce(sum(c.sent) FILTER (WHERE c.part = 3), 0), coalesce(sum(c.opened) FILTER (WHERE c.part = 3), 0),
    coalesce(sum(c.confirmed) FILTER (WHERE c.part = 3), 0), sum(c.by_machine), sum(c.submitted), pg_backend_pid() % 16
  FROM unnest(counts) c JOIN organizations o ON o.id = c.organization_id
  GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (organization_id, template_id, version, lane) DO UPDATE SET
    sent = s.sent + excluded.sent,
    opened = s.opened + excluded.opened,
    confirm_clicked = s.confirm_clicked + excluded.confirm_clicked,
    decline_clicked = s.decline_clicked + excluded.decline_clicked,
    r1_sent = s.r1_sent + excluded.r1_sent,
    r1_opened = s.r1_opened + excluded.r1_opened,
    r1_confirm_clicked = s.r1_confirm_clicked + excluded.r1_confirm_clicked,
    r2_sent = s.r2_sent + excluded.r2_sent,
    r2_opened = s.r2_opened + excluded.r2_opened,
    r2_confirm_clicked = s.r2_confirm_clicked + excluded.r2_confirm_clicked,
    machine_opened = s.machine_opened + excluded.machine_opened,
    submitted = s.submitted + excluded.submitted
$$;

CREATE FUNCTION count_changed_mails()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  counts mail_count[] := ARRAY(
    SELECT unnest(ARRAY[mail_count_of(o, -1), mail_count_of(n, 1)]) FROM before o JOIN after n USING (organization_id, id)
    WHERE (o.state = 'sent', o.first_open IS NULL, o.clicks > 0, o.decline_clicks > 0, o.first_machine_open IS NULL,
        o.led_to_submission, o.kind, o.status_id, o.template_version, o.template_organization_id)
      IS DISTINCT FROM (n.state = 'sent', n.first_open IS NULL, n.clicks > 0, n.decline_clicks > 0, n.first_machine_open IS NULL,
        n.led_to_submission, n.kind, n.status_id, n.template_version, n.template_organization_id));
BEGIN
  IF cardinality(counts) > 0 THEN PERFORM add_template_counts(counts); END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION count_new_mails()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  PERFORM add_template_counts(ARRAY(SELECT mail_count_of(n, 1) FROM after n WHERE n.state = 'sent'));
  RETURN NULL;
END $$;

CREATE FUNCTION live_email_templates(organization bigint, template bigint)
  RETURNS TABLE(organization_id bigint, name text, words jsonb) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT t.organization_id, t.name, t.words FROM organizations o
  JOIN email_templates t ON t.live AND t.template_id = template AND t.organization_id IN (o.id, o.parent_id)
  WHERE o.id = organization AND (o.id = ANY (tenant_organizations()) OR crosses_organizations())
    AND (t.organization_id = o.id OR NOT EXISTS (SELECT FROM email_templates own
      WHERE own.organization_id = o.id AND own.template_id = template AND own.live))
  ORDER BY t.name
$$;

CREATE FUNCTION mail_count_of(n notifications, sign integer)
  RETURNS mail_count LANGUAGE sql IMMUTABLE
AS $$
  SELECT coalesce(n.template_organization_id, n.organization_id),
    CASE WHEN n.kind IN ('deadline', 'deadline_last') THEN 102::smallint WHEN n.kind = 'thank_you' THEN 103::smallint
      ELSE n.status_id END, n.template_version,
    CASE n.kind WHEN 'reminder_1' THEN 2 WHEN 'reminder_2' THEN 3 ELSE 1 END,
    sign * (n.state = 'sent')::int, sign * (n.first_open IS NOT NULL)::int, sign * (n.clicks > 0)::int,
    sign * (n.decline_clicks > 0)::int, sign * (n.first_machine_open IS NOT NULL AND n.first_open IS NULL)::int,
    sign * n.led_to_submission::int
$$;

CREATE FUNCTION refresh_statistics_of_gifts()
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  ANALYZE donations;
  ANALYZE donors;
  ANALYZE donation_events;
  ANALYZE notifications;
END $$;
REVOKE ALL ON FUNCTION refresh_statistics_of_gifts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_statistics_of_gifts() TO twofold_app;

CREATE FUNCTION tell_webhooks_of_mail()
  RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  INSERT INTO webhook_deliveries
    (organization_id, webhook_id, event, happened_at, gift_organization_id, donation_id, status_id, send_at)
  SELECT w.organization_id, w.id, w.event, t.at, NEW.organization_id, NEW.donation_id, d.status_id, t.at
  FROM (SELECT CASE TG_ARGV[0] WHEN 'first_open' THEN NEW.first_open ELSE coalesce(NEW.sent_at, NEW.send_at) END AS at) t
  JOIN donations d ON d.organization_id = NEW.organization_id AND d.id = NEW.donation_id
  JOIN organizations o ON o.id = NEW.organization_id AND NOT o.rule_deactivated AND o.cancelled_at IS NULL
  JOIN webhooks w ON w.organization_id IN (o.id, o.parent_id)
    AND w.event = TG_ARGV[0] AND w.url <> '' AND w.disabled_at IS NULL;
  RETURN NULL;
END $$;

CREATE TRIGGER count_changed_mails AFTER UPDATE ON notifications REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT
      EXECUTE FUNCTION count_changed_mails();
CREATE TRIGGER count_new_mails AFTER INSERT ON notifications REFERENCING NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION
      count_new_mails();
CREATE TRIGGER tell_webhooks_of_first_open AFTER UPDATE OF first_open ON notifications FOR EACH ROW WHEN (((old.first_open IS NULL) AND
      (new.first_open IS NOT NULL))) EXECUTE FUNCTION tell_webhooks_of_mail('first_open');
CREATE TRIGGER tell_webhooks_of_reminder AFTER UPDATE OF state ON notifications FOR EACH ROW WHEN (((new.state = 'sent') AND (old.state <>
      'sent') AND (new.kind = ANY (ARRAY['reminder_1', 'reminder_2', 'deadline', 'deadline_last'])))) EXECUTE FUNCTION
      tell_webhooks_of_mail('reminder_sent');

ALTER TABLE sent_mails ALTER body SET STORAGE EXTERNAL;
