-- Users and their credentials.

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  name text NOT NULL,
  password_hash text,
  global_permission text CHECK (global_permission = 'super'),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- A session ends by time, by sign-out, or with a new password.
CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  address text,
  user_agent text,
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_by_user ON sessions (user_id);

-- One-time and secret links by the digest of their token. Purposes are listed in `platform/links/purposes.ts`. Links of
-- accounts have organization 0.
CREATE TABLE links (
  digest bytea,
  purpose text NOT NULL,
  organization_id bigint,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  donation_id bigint,
  donor_id bigint,
  address_digest text,
  detail jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (digest, organization_id)
);
ALTER TABLE links ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON links USING (((organization_id = 0) OR (organization_id = ANY ((SELECT tenant_organizations())::bigint[])) OR (SELECT crosses_organizations())));
CALL admit_owner('links');
CREATE INDEX links_by_expiry ON links (expires_at);
CREATE INDEX links_of_donation ON links (organization_id, donation_id) WHERE donation_id IS NOT NULL;
CREATE INDEX links_of_donor ON links (organization_id, donor_id) WHERE donor_id IS NOT NULL;
CREATE INDEX links_of_user ON links (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE passkeys (
  id text PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL DEFAULT '{}'::text[],
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Secrets of authenticator apps, encrypted.
CREATE TABLE totp_secrets (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed_secret text NOT NULL,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0
);

-- Digests. Each code can be used once.
CREATE TABLE recovery_codes (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  code_hash bytea,
  used_at timestamptz,
  PRIMARY KEY (user_id, code_hash)
);

-- A person's own audit log. Rows are only added.
CREATE TABLE account_events (
  user_id bigint REFERENCES users ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  action text NOT NULL,
  detail text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  request_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, id)
);
REVOKE UPDATE, DELETE ON account_events FROM twofold_app;

-- Emails about accounts. Each row is also a queue entry.
CREATE TABLE account_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  recipient text NOT NULL,
  parameters jsonb NOT NULL,
  message_id text NOT NULL,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sending', 'sent', 'failed', 'skipped')),
  send_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  problem text,
  created_at timestamptz NOT NULL,
  sent_at timestamptz,
  handed_by text
);
CREATE INDEX account_mails_by_recipient ON account_mails (recipient, created_at);
CREATE INDEX account_mails_due ON account_mails (send_at) WHERE state IN ('queued', 'sending');
CREATE INDEX account_mails_of_erasure ON account_mails (((parameters ->> 'organizationId'))) WHERE kind = 'erasure-soon';

-- Sessions of super users in organizations, and the end of their permission to make changes.
CREATE TABLE super_visits (
  organization_id bigint,
  session_id uuid,
  at timestamptz NOT NULL,
  changes_until timestamptz,
  PRIMARY KEY (organization_id, session_id)
);
CALL protect_organization_table('super_visits');

CREATE FUNCTION has_come_in(person users)
  RETURNS boolean LANGUAGE sql STABLE
AS $$
  SELECT person.password_hash IS NOT NULL
    OR EXISTS (SELECT FROM passkeys p WHERE p.user_id = person.id)
    OR EXISTS (SELECT FROM sessions s WHERE s.user_id = person.id)
    OR EXISTS (SELECT FROM account_events e WHERE e.user_id = person.id AND e.action = 'signed_in')
$$;
