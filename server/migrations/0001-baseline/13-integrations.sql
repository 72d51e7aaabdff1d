-- API keys, idempotent calls, and webhooks.

CREATE TABLE api_keys (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  key_hash bytea NOT NULL,
  key_sealed text NOT NULL,
  key_end text NOT NULL,
  creator_id bigint NOT NULL REFERENCES users,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz,
  last_ip_address text,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, key_hash)
);
CALL protect_organization_table('api_keys');

-- Calls with an `Idempotency-Key`, for 24 hours.
CREATE TABLE idempotent_calls (
  caller text,
  key text,
  fingerprint bytea NOT NULL,
  content bytea,
  claim uuid NOT NULL,
  locked_until timestamptz NOT NULL,
  changed_at timestamptz,
  status smallint,
  answer_sealed text,
  created_at timestamptz NOT NULL,
  result jsonb,
  PRIMARY KEY (caller, key)
);
CREATE INDEX idempotent_calls_old ON idempotent_calls (created_at);

CREATE TABLE webhooks (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  url text NOT NULL DEFAULT '',
  event text NOT NULL DEFAULT 'status' CHECK (event IN ('status', 'first_open', 'reminder_sent')),
  token_sealed text NOT NULL,
  secret_sealed text NOT NULL,
  former_secret_sealed text,
  former_secret_until timestamptz,
  last_code smallint,
  disabled_at timestamptz,
  disabled_because text,
  created_at timestamptz NOT NULL,
  host text,
  delivered_at timestamptz,
  last_problem text,
  creator_id bigint REFERENCES users,
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('webhooks');
CREATE INDEX webhooks_by_id ON webhooks (id);

-- Times of the latest calls to a host.
CREATE TABLE webhook_hosts (
  host text PRIMARY KEY,
  latest timestamptz[] NOT NULL DEFAULT '{}'::timestamptz[]
);
ALTER TABLE webhooks ADD FOREIGN KEY (host) REFERENCES webhook_hosts;

-- Each row is also a queue entry.
CREATE TABLE webhook_deliveries (
  organization_id bigint,
  id bigint GENERATED ALWAYS AS IDENTITY,
  webhook_id bigint NOT NULL,
  message_id uuid NOT NULL DEFAULT gen_random_uuid(),
  event text NOT NULL CHECK (event IN ('status', 'first_open', 'reminder_sent', 'test')),
  happened_at timestamptz NOT NULL,
  gift_organization_id bigint,
  donation_id bigint,
  status_id smallint,
  data text,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'delivered', 'failed')),
  send_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  response_code smallint,
  duration_ms integer,
  problem text,
  tried_at timestamptz,
  tries jsonb NOT NULL DEFAULT '[]',
  handed_by text,
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks ON DELETE CASCADE
);
CALL protect_organization_table('webhook_deliveries');
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (organization_id, webhook_id, id DESC);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (organization_id, webhook_id, send_at) WHERE state IN ('queued', 'sending');
CREATE INDEX webhook_deliveries_old ON webhook_deliveries (happened_at) WHERE state IN ('delivered', 'failed');
CREATE INDEX webhook_deliveries_with_problem ON webhook_deliveries (organization_id, webhook_id, id DESC) WHERE problem IS NOT NULL;
