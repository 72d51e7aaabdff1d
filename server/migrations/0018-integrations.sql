-- Receivers are called at most five times a second, whoever's webhooks they are and whichever node sends: the moments of
-- the latest calls of each host. They are of the real clock, because receivers live by it.
CREATE TABLE webhook_hosts (
  host text PRIMARY KEY,
  latest timestamptz[] NOT NULL DEFAULT '{}'
);

ALTER TABLE webhooks
  -- the receiver's name, as it is called; null: there is no address
  ADD COLUMN host text REFERENCES webhook_hosts,
  -- when the receiver last took a message
  ADD COLUMN delivered_at timestamptz,
  -- what was wrong with the latest attempt; null: nothing
  ADD COLUMN last_problem text;
UPDATE webhooks w SET delivered_at = (
  SELECT max(d.tried_at) FROM webhook_deliveries d
  WHERE d.organization_id = w.organization_id AND d.webhook_id = w.id AND d.state = 'delivered');


CREATE FUNCTION pg_temp.host_of(url text) RETURNS text LANGUAGE sql AS $$
  SELECT lower(regexp_replace(split_part(split_part(url, '/', 1), '?', 1), ':\d*$', '')) $$;
INSERT INTO webhook_hosts (host) SELECT DISTINCT pg_temp.host_of(url) FROM webhooks WHERE url <> '';
UPDATE webhooks SET host = pg_temp.host_of(url) WHERE url <> '';

ALTER TABLE webhook_deliveries
  -- every attempt of the latest round: when, code, milliseconds, problem
  ADD COLUMN tries jsonb NOT NULL DEFAULT '[]';
CREATE INDEX webhook_deliveries_with_problem ON webhook_deliveries (organization_id, webhook_id, id DESC)
  WHERE problem IS NOT NULL;
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (happened_at) WHERE state IN ('delivered', 'failed');

-- What was answered to calls that came with an Idempotency-Key, so that the same call again is answered the same and does
-- nothing. A row is claimed before the work; each transaction of the work marks it in itself.
CREATE TABLE idempotent_calls (
  -- 'key:ORGANIZATION:ID' or 'user:ID'
  caller text NOT NULL,
  key text NOT NULL,
  -- of method, address and body
  fingerprint bytea NOT NULL,
  -- of the parts of a form, once they have been read
  content bytea,
  -- of who works on it: a later one that takes it over cuts off the former
  claim uuid NOT NULL,
  locked_until timestamptz NOT NULL,
  -- something of it has been committed
  changed_at timestamptz,
  -- null until it has been answered
  status smallint,
  -- sealed, because an answer may hold what only its caller may see; null when it was too long to be kept
  answer_sealed text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (caller, key)
);
CREATE INDEX idempotent_calls_old ON idempotent_calls (created_at);

-- The key with which a program asked for a ticket, so that the ticket dies with it. It may be the key of the parent.
ALTER TABLE tickets ADD COLUMN api_key_organization_id bigint, ADD COLUMN api_key_id bigint;
