-- Organizations, their members, chapters and settings.

-- `parent_id` is the parent of a chapter. `cancelled_at` closes an organization.
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
  category_ids integer[] NOT NULL DEFAULT '{}'::integer[],
  file_logo text,
  time_zone text NOT NULL DEFAULT 'America/New_York',
  currency text NOT NULL DEFAULT 'USD' CHECK (currency IN ('USD', 'CAD')),
  email_who text NOT NULL DEFAULT 'all' CHECK (email_who IN ('all', 'company')),
  email_min_cents bigint NOT NULL DEFAULT 0 CHECK (email_min_cents >= 0),
  rule_deactivated boolean NOT NULL DEFAULT false,
  cancelled_at timestamptz,
  cancel_reason text,
  created_at timestamptz NOT NULL DEFAULT now(),
  version integer NOT NULL DEFAULT 1,
  field_versions jsonb NOT NULL DEFAULT '{}',
  contact_phone text NOT NULL DEFAULT '',
  billing_contact_name text NOT NULL DEFAULT '',
  billing_contact_email text NOT NULL DEFAULT '',
  creator_id bigint REFERENCES users ON DELETE SET NULL,
  stripe_customer_id text,
  rule_show_billing boolean NOT NULL DEFAULT false,
  rule_invoiced boolean NOT NULL DEFAULT false,
  custom jsonb NOT NULL DEFAULT '{}',
  public_key text NOT NULL DEFAULT '',
  private_key_sealed text,
  looking_again_since timestamptz,
  before_joining jsonb,
  bounces_forgiven_until bigint NOT NULL DEFAULT 0,
  language text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'fr', 'es')),
  mail_sender_name text NOT NULL DEFAULT '' CHECK (length(mail_sender_name) <= 100),
  mail_reply_to text NOT NULL DEFAULT '' CHECK (length(mail_reply_to) <= 255),
  stripe_card_since timestamptz,
  erasure_warned_at timestamptz,
  erasure_began_at timestamptz,
  erased_at timestamptz,
  mail_from_address text NOT NULL DEFAULT '' CHECK (length(mail_from_address) <= 255),
  thank_donors boolean NOT NULL DEFAULT false,
  CONSTRAINT organizations_erased_after_begin CHECK ((erased_at IS NULL) OR (erasure_began_at IS NOT NULL)),
  CONSTRAINT organizations_erased_are_closed CHECK ((erasure_began_at IS NULL) OR (cancelled_at IS NOT NULL))
);
ALTER TABLE organizations ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY of_organization ON organizations USING (((id = ANY ((SELECT tenant_organizations())::bigint[])) OR (SELECT crosses_organizations())));
CALL admit_owner('organizations');
CREATE INDEX organizations_by_contact ON organizations (lower(contact_email)) WHERE contact_email <> '';
CREATE INDEX organizations_by_ein ON organizations (ein_key(ein)) WHERE ein <> '';
CREATE INDEX organizations_by_name ON organizations USING gin (name gin_trgm_ops);
CREATE INDEX organizations_by_page ON organizations (lower(replace(name, ' ', '-')));
CREATE INDEX organizations_by_parent ON organizations (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX organizations_by_sending_domain ON organizations (split_part(mail_from_address, '@', 2)) WHERE mail_from_address <> '';
CREATE INDEX organizations_by_slug ON organizations (slug);
CREATE INDEX organizations_by_stripe_customer ON organizations (stripe_customer_id) WHERE stripe_customer_id IS NOT NULL;
CREATE INDEX organizations_closed ON organizations (cancelled_at) WHERE (cancelled_at IS NOT NULL) AND (erased_at IS NULL);
ALTER TABLE super_visits ADD FOREIGN KEY (organization_id) REFERENCES organizations ON DELETE CASCADE;

-- Names of organizations and chapters in uploads, as a person assigned them.
CREATE TABLE organization_names (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  name_key text,
  means_id bigint REFERENCES organizations ON DELETE CASCADE,
  user_id bigint NOT NULL REFERENCES users,
  at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, name_key)
);
CALL protect_organization_table('organization_names');

-- Files that an organization stores.
CREATE TABLE organization_documents (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL CHECK (kind IN ('document', 'w9', 'irs')),
  name text NOT NULL,
  file_name text NOT NULL,
  file_key text NOT NULL,
  media_type text NOT NULL,
  bytes integer NOT NULL,
  uploaded_by bigint REFERENCES users ON DELETE SET NULL,
  uploaded_at timestamptz NOT NULL,
  sha256 bytea,
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('organization_documents');
CREATE UNIQUE INDEX organization_documents_one_of_kind ON organization_documents (organization_id, kind) WHERE kind <> 'document';

CREATE TABLE members (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('read', 'write', 'admin')),
  created_at timestamptz NOT NULL DEFAULT now(),
  invited_at timestamptz,
  invited_by bigint REFERENCES users,
  may_sign boolean NOT NULL DEFAULT false,
  title text NOT NULL DEFAULT '' CHECK (length(title) <= 100),
  PRIMARY KEY (organization_id, user_id)
);
CALL protect_organization_table('members');
CREATE INDEX members_by_user ON members (user_id);

-- Members who can be restored for 30 days.
CREATE TABLE removed_members (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  user_id bigint REFERENCES users ON DELETE CASCADE,
  level text NOT NULL CHECK (level IN ('read', 'write', 'admin')),
  joined_at timestamptz NOT NULL,
  invited_at timestamptz,
  invited_by bigint REFERENCES users,
  removed_at timestamptz NOT NULL,
  may_sign boolean NOT NULL DEFAULT false,
  title text NOT NULL DEFAULT '',
  PRIMARY KEY (organization_id, user_id)
);
CALL protect_organization_table('removed_members');

-- Requests to become a chapter. They contain only text from the requester.
CREATE TABLE chapter_requests (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  asked_for text NOT NULL,
  asked_ids bigint[] NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'accepted', 'declined', 'withdrawn')),
  asked_by bigint NOT NULL REFERENCES users,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  chapter_id bigint REFERENCES organizations ON DELETE SET NULL,
  answered_at timestamptz,
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('chapter_requests');
CREATE INDEX chapter_requests_of_asked ON chapter_requests USING gin (asked_ids) WHERE state = 'waiting';

-- Addresses that receive the weekly email in addition to members.
CREATE TABLE notifees (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  email text NOT NULL,
  email_key text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  UNIQUE (organization_id, email_key)
);
CALL protect_organization_table('notifees');

-- Audit log of an organization. Rows are only added.
CREATE TABLE audit_events (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  user_id bigint REFERENCES users,
  as_super boolean NOT NULL DEFAULT false,
  action text NOT NULL,
  subject text NOT NULL,
  subject_id text NOT NULL DEFAULT '',
  before jsonb NOT NULL DEFAULT '{}',
  after jsonb NOT NULL DEFAULT '{}',
  address text NOT NULL DEFAULT '',
  request_id text NOT NULL DEFAULT '',
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('audit_events');
CREATE INDEX audit_events_by_person ON audit_events (organization_id, user_id, id DESC);
CREATE INDEX audit_events_by_subject ON audit_events (organization_id, subject, id DESC);
CREATE INDEX audit_events_by_time ON audit_events (organization_id, at DESC, id DESC);
REVOKE UPDATE, DELETE ON audit_events FROM twofold_app;

-- Columns and their widths, per person and organization.
CREATE TABLE list_layouts (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  user_id bigint REFERENCES users,
  columns jsonb,
  widths jsonb NOT NULL,
  PRIMARY KEY (organization_id, user_id)
);
CALL protect_organization_table('list_layouts');
CREATE INDEX list_layouts_of_user ON list_layouts (user_id);

-- One row. While `held_since` is set, nothing leaves the product.
CREATE TABLE outgoing (
  is_only boolean DEFAULT true PRIMARY KEY CHECK (is_only),
  held_since timestamptz,
  released_at timestamptz,
  mail_away_since timestamptz,
  mail_back_at timestamptz,
  mail_problem text
);
REVOKE INSERT, DELETE ON outgoing FROM twofold_app;

-- Keys of files that no row refers to. A sweeper deletes these files after an hour.
CREATE TABLE loose_files (
  file_key text PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX loose_files_by_age ON loose_files (since);

-- Counters of all nodes. They may be lost.
CREATE UNLOGGED TABLE rate_limits (
  key character varying(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);

CREATE FUNCTION chapter_has_name(parent bigint, wanted text, besides bigint)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
BEGIN
  IF (crosses_organizations() OR parent = ANY (tenant_organizations())
    OR EXISTS (SELECT FROM organizations WHERE id = ANY (tenant_organizations()) AND parent_id = parent)) IS NOT TRUE
  THEN RETURN false; END IF;
  -- Locks before reading, so that concurrent changes to the same name run one after the other and the second sees the
  -- first.
  PERFORM FROM organizations WHERE id = parent FOR NO KEY UPDATE;
  RETURN EXISTS (SELECT FROM organizations
    WHERE parent_id = parent AND chapter_name_key(name) = chapter_name_key(wanted) AND id IS DISTINCT FROM besides);
END $$;

CREATE FUNCTION erase_account(person bigint)
  RETURNS boolean LANGUAGE plpgsql
AS $$
DECLARE
  place record;
  is_named boolean;
BEGIN
  -- the DELETE itself fails on permanent references to the account
  FOR place IN SELECT k.conrelid::regclass AS target, a.attname FROM pg_constraint k
    JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = k.conkey[1]
    WHERE k.contype = 'f' AND k.confrelid = 'users'::regclass AND k.confdeltype = 'n'
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT FROM %s WHERE %I = $1)', place.target, place.attname) INTO is_named USING person;
    IF is_named THEN RETURN false; END IF;
  END LOOP;
  WITH gone AS (
    DELETE FROM users u WHERE u.id = person AND u.global_permission IS NULL
      AND NOT EXISTS (SELECT FROM members m WHERE m.user_id = u.id)
      AND NOT EXISTS (SELECT FROM removed_members m WHERE m.user_id = u.id)
    RETURNING u.email, u.email_key),
  -- a key consists of the counter's name, optionally an organization, and the address
  counted AS (DELETE FROM rate_limits r USING gone
    WHERE regexp_replace(r.key, '^[a-z-]+:([0-9]+:)?', '') = gone.email_key)
  DELETE FROM account_mails m USING gone WHERE m.recipient = gone.email;
  RETURN NOT EXISTS (SELECT FROM users WHERE id = person);
EXCEPTION WHEN foreign_key_violation THEN
  RETURN false;
END $$;

CREATE FUNCTION families_of(ids bigint[])
  RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH heads AS MATERIALIZED (
    SELECT DISTINCT coalesce(parent_id, id) AS id FROM organizations
    WHERE id = ANY (ids) AND (id = ANY (tenant_organizations()) OR crosses_organizations()))
  SELECT coalesce(array_agg(id ORDER BY id), '{}') FROM (
    SELECT id FROM heads UNION SELECT o.id FROM organizations o JOIN heads ON o.parent_id = heads.id) family
$$;

CREATE FUNCTION lock_families(ids bigint[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
DECLARE
  held bigint[] := '{}';
  missing bigint[];
  head bigint;
BEGIN
  LOOP
    SELECT array_agg(DISTINCT coalesce(parent_id, id) ORDER BY coalesce(parent_id, id)) INTO missing FROM organizations
      WHERE id = ANY (ids) AND NOT coalesce(parent_id, id) = ANY (held);
    EXIT WHEN missing IS NULL;
    FOREACH head IN ARRAY missing LOOP
      PERFORM pg_advisory_xact_lock(hashtextextended('evaluate ' || head, 0));
    END LOOP;
    held := held || missing;
  END LOOP;
END $$;

CREATE FUNCTION organizations_with_contact(address text)
  RETURNS SETOF bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT id FROM organizations
  WHERE lower(contact_email) = address AND contact_email <> '' AND crosses_organizations()
$$;

CREATE FUNCTION organizations_with_ein(wanted text)
  RETURNS SETOF bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT id FROM organizations WHERE ein_key(ein) = ein_key(wanted) AND ein <> '' AND crosses_organizations()
$$;

CREATE FUNCTION organizations_with_name(pattern text)
  RETURNS SETOF bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT id FROM organizations WHERE name ILIKE pattern AND crosses_organizations()
$$;

CREATE FUNCTION organizations_with_page(word text)
  RETURNS SETOF bigint LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT id FROM organizations
  WHERE lower(replace(name, ' ', '-')) = lower(replace(word, ' ', '-')) AND crosses_organizations()
$$;

CREATE FUNCTION slugs_like(wanted text)
  RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT slug FROM organizations
  WHERE (slug = wanted OR slug >= wanted || '-' AND slug < wanted || '.') AND crosses_organizations()
$$;

CREATE FUNCTION tenant_kin()
  RETURNS bigint[] LANGUAGE sql STABLE PARALLEL SAFE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT array_agg(id) FROM (
    SELECT parent_id AS id FROM organizations WHERE id = ANY (tenant_organizations()) AND parent_id IS NOT NULL
    UNION SELECT id FROM organizations WHERE parent_id = ANY (tenant_organizations())) kin
$$;

CREATE POLICY kin_is_read ON organizations FOR SELECT USING ((id = ANY ((SELECT tenant_kin())::bigint[])));

INSERT INTO outgoing DEFAULT VALUES;
