-- Keys with which an organization's own programs call the API. A key names its organization, so that it is found by its
-- digest within it; the key itself is kept sealed, for the administrators who look at it again.
CREATE TABLE api_keys (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  key_hash bytea NOT NULL,
  key_sealed text NOT NULL,
  -- the last four signs, by which people tell keys apart
  key_end text NOT NULL,
  -- what the key does is done in this person's name
  creator_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_ip_address text,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, key_hash)
);
CALL protect_organization_table('api_keys');

CREATE TABLE webhooks (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- without its scheme; '' until somebody fills it in
  url text NOT NULL DEFAULT '',
  event text NOT NULL DEFAULT 'status' CHECK (event IN ('status', 'first_open', 'reminder_sent')),
  token_sealed text NOT NULL,
  secret_sealed text NOT NULL,
  -- signs beside the new one until its receiver has changed over
  former_secret_sealed text,
  former_secret_until timestamptz,
  last_code smallint,
  -- switched off: the receiver said that it is gone, or was silent through a whole round of attempts
  disabled_at timestamptz,
  disabled_because text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id)
);
CREATE INDEX webhooks_by_id ON webhooks (id);
CALL protect_organization_table('webhooks');

-- One row is one message to one receiver. The row is also its place in the queue: recorded with the event, marked after sending.
CREATE TABLE webhook_deliveries (
  organization_id bigint NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  webhook_id bigint NOT NULL,
  -- the receiver's `webhook-id`: the same at every attempt
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  event text NOT NULL CHECK (event IN ('status', 'first_open', 'reminder_sent', 'test')),
  happened_at timestamptz NOT NULL,
  -- the gift it tells of, which may be a chapter's; null: a test
  gift_organization_id bigint,
  donation_id bigint,
  status_id smallint,
  -- what is sent, without the bearer token; fixed at the first attempt, so that repeats are equal
  data text,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'delivered', 'failed')),
  send_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  response_code smallint,
  duration_ms integer,
  problem text,
  tried_at timestamptz,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE
);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (organization_id, webhook_id, send_at)
  WHERE state IN ('queued', 'sending');
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (organization_id, webhook_id, id DESC);
CALL protect_organization_table('webhook_deliveries');

-- The three triggers write with their owner's rights: a chapter's gift is told to its parent's receivers too, which the
-- chapter's transaction does not see. They write only for organizations whose rows the transaction has just written.

-- 'Main' statuses are those below 12, 20 and 28.
CREATE FUNCTION tell_webhooks_of_statuses() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO webhook_deliveries
    (organization_id, webhook_id, event, happened_at, gift_organization_id, donation_id, status_id, send_at)
  SELECT w.organization_id, w.id, w.event, e.at, e.organization_id, e.donation_id, e.to_status_id, e.at
  FROM new_events e
  JOIN organizations o ON o.id = e.organization_id AND NOT o.rule_deactivated AND o.cancelled_at IS NULL
  JOIN webhooks w ON w.organization_id IN (o.id, o.parent_id)
    AND w.event = 'status' AND w.url <> '' AND w.disabled_at IS NULL
  WHERE e.from_status_id IS DISTINCT FROM e.to_status_id
    AND (e.to_status_id < 12 OR e.to_status_id IN (20, 28))
  ORDER BY e.id;
  RETURN NULL;
END $$;
CREATE TRIGGER tell_webhooks_of_statuses AFTER INSERT ON donation_events
  REFERENCING NEW TABLE AS new_events FOR EACH STATEMENT EXECUTE FUNCTION tell_webhooks_of_statuses();

CREATE FUNCTION tell_webhooks_of_mail() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
CREATE TRIGGER tell_webhooks_of_first_open AFTER UPDATE OF first_open ON notifications FOR EACH ROW
  WHEN (OLD.first_open IS NULL AND NEW.first_open IS NOT NULL) EXECUTE FUNCTION tell_webhooks_of_mail('first_open');
CREATE TRIGGER tell_webhooks_of_reminder AFTER UPDATE OF state ON notifications FOR EACH ROW
  WHEN (NEW.state = 'sent' AND OLD.state <> 'sent'
    AND NEW.kind IN ('reminder_1', 'reminder_2', 'deadline', 'deadline_last'))
  EXECUTE FUNCTION tell_webhooks_of_mail('reminder_sent');
