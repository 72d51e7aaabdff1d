-- Two locks guard an organization's rows: every query names the organization through a typed handle,
-- and row-level security refuses whatever the transaction has not been opened for.

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
CREATE EXTENSION IF NOT EXISTS unaccent;

DO $$ BEGIN
  CREATE ROLE twofold_app NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; -- several databases of one server share the role
END $$;
GRANT twofold_app TO CURRENT_USER;
GRANT USAGE ON SCHEMA public TO twofold_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO twofold_app;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE, SELECT ON SEQUENCES TO twofold_app;

-- The organizations that the running transaction was opened for; nothing when it was opened for none.
CREATE FUNCTION tenant_organizations() RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT string_to_array(nullif(current_setting('app.organizations', true), ''), ',')::bigint[] $$;

-- True in the few transactions that say in their name that they cross organizations.
CREATE FUNCTION crosses_organizations() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE AS
  $$ SELECT coalesce(current_setting('app.crossing', true), '') = 'on' $$;

-- Not forced on the owner, who only migrates: the product runs as twofold_app, and the few functions that look with
-- their owner's rights check the organization themselves. The sub-selects make both functions run once per statement
-- instead of once per row.
CREATE PROCEDURE protect_organization_table(target regclass) LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
  EXECUTE format(
    'CREATE POLICY of_organization ON %s USING (organization_id = ANY ((SELECT tenant_organizations())::bigint[])
       OR (SELECT crosses_organizations()))', target);
END $$;

CREATE TABLE users (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  name text NOT NULL,
  password_hash text,
  global_permission text CHECK (global_permission = 'super'),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at timestamptz,
  address text,
  user_agent text
);
CREATE INDEX sessions_by_user ON sessions (user_id);

CREATE TABLE login_links (
  token_hash bytea PRIMARY KEY,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  redirect text NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX login_links_by_user ON login_links (user_id);

-- Mail about an account. What a mail says, its secret link above all, is made when it is sent and never stored.
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
  sent_at timestamptz
);
CREATE INDEX account_mails_due ON account_mails (send_at) WHERE state IN ('queued', 'sending');
CREATE INDEX account_mails_by_recipient ON account_mails (recipient, created_at);

-- Without a mail server every mail is kept here and shown on /dev/outbox outside production.
CREATE TABLE kept_mails (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient text NOT NULL,
  subject text NOT NULL,
  message_id text NOT NULL UNIQUE,
  raw text NOT NULL,
  kept_at timestamptz NOT NULL DEFAULT now()
);

-- Counters of rate-limiter-flexible, shared by all nodes.
CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

CREATE TABLE organizations (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL,
  type text NOT NULL CHECK (type IN ('non-profit', 'edu-pto', 'chapter')),
  ein text NOT NULL DEFAULT '',
  parent_id bigint REFERENCES organizations,
  is_premium text,
  plan text,
  complete boolean NOT NULL DEFAULT false,
  onboarded timestamptz,
  url text NOT NULL DEFAULT '',
  donate_url text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  fax text NOT NULL DEFAULT '',
  mission text NOT NULL DEFAULT '',
  contact_name text NOT NULL DEFAULT '',
  contact_email text NOT NULL DEFAULT '',
  street text NOT NULL DEFAULT '',
  street2 text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  state text NOT NULL DEFAULT '',
  zip text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT 'US' CHECK (country IN ('US', 'CA')),
  category_ids integer[] NOT NULL DEFAULT '{}',
  file_logo text,
  time_zone text NOT NULL DEFAULT 'America/New_York',
  currency text NOT NULL DEFAULT 'USD' CHECK (currency IN ('USD', 'CAD')),
  email_who text NOT NULL DEFAULT 'all' CHECK (email_who IN ('all', 'company')),
  email_min_cents bigint NOT NULL DEFAULT 0 CHECK (email_min_cents >= 0),
  rule_deactivated boolean NOT NULL DEFAULT false,
  cancelled_at timestamptz,
  cancel_reason text,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX organizations_by_parent ON organizations (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX organizations_by_name ON organizations USING gin (name gin_trgm_ops);
CREATE INDEX organizations_by_slug ON organizations (slug);

CREATE TABLE members (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('read', 'write', 'admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (organization_id, user_id)
);
CREATE INDEX members_by_user ON members (user_id);
CALL protect_organization_table('members');

-- A link that a browser can follow without a bearer token: one use, sixty seconds, one user, one purpose.
CREATE TABLE tickets (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  token_hash bytea NOT NULL,
  user_id bigint NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose text NOT NULL,
  parameters jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (organization_id, token_hash)
);
CALL protect_organization_table('tickets');
