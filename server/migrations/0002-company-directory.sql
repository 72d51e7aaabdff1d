-- Employers and what is known of their matching policies. The directory belongs to nobody's organization.

CREATE TABLE companies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  website text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  industry text NOT NULL DEFAULT '',
  parent_id bigint REFERENCES companies,
  time_zone text NOT NULL DEFAULT 'America/New_York',
  origin text NOT NULL CHECK (origin IN ('directory', 'demo', 'super')),
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE company_aliases (
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL,
  PRIMARY KEY (company_id, name)
);

CREATE TABLE company_domains (
  domain text PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE
);
CREATE INDEX company_domains_by_company ON company_domains (company_id);

-- A policy is never edited: a new version supersedes it, so that every evaluation can name what it was judged by.
-- An empty cell means unknown, never none and never "no limit".
CREATE TABLE policies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  version integer NOT NULL,
  superseded_at timestamptz,
  program text NOT NULL CHECK (program IN ('yes', 'no', 'unknown')),
  method text CHECK (method IN ('csr', 'contact', 'form', 'mail')),
  csr_platform text,
  verification text CHECK (verification IN ('both', 'email', 'phone')),
  submission_url text,
  form_url text,
  contact_email text,
  contact_address text,
  ratio text,
  ratio_tiers jsonb NOT NULL DEFAULT '[]',
  min_amount_cents bigint CHECK (min_amount_cents >= 0),
  minimum_per_gift boolean NOT NULL DEFAULT false,
  max_per_gift_cents bigint CHECK (max_per_gift_cents >= 0),
  max_per_year_cents bigint CHECK (max_per_year_cents >= 0),
  max_lifetime_cents bigint CHECK (max_lifetime_cents >= 0),
  currency text NOT NULL DEFAULT 'USD' CHECK (currency IN ('USD', 'CAD')),
  eligible_employees text[] NOT NULL DEFAULT '{}',
  eligible_nonprofits text[] NOT NULL DEFAULT '{}',
  excluded_nonprofits text[] NOT NULL DEFAULT '{}',
  own_site_only boolean NOT NULL DEFAULT false,
  form_needs_nonprofit boolean NOT NULL DEFAULT true,
  deadline_rule text,
  policy_year_start text NOT NULL DEFAULT '01-01',
  volunteer_grant text,
  source_url text NOT NULL,
  further_sources jsonb NOT NULL DEFAULT '[]',
  as_of text NOT NULL DEFAULT '',
  learned_at timestamptz NOT NULL DEFAULT now(),
  -- null: it came with the product's starter directory
  entered_by bigint REFERENCES users,
  UNIQUE (company_id, version)
);
CREATE UNIQUE INDEX policies_current ON policies (company_id) WHERE superseded_at IS NULL;

-- Rises with every change of the directory, so that nodes know when their copy in memory is old.
CREATE TABLE directory_version (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version bigint NOT NULL,
  -- digest of the starter files that were loaded last
  starter_digest text
);
INSERT INTO directory_version (version) VALUES (1);

CREATE FUNCTION directory_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE directory_version SET version = version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE ON companies
  FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE ON company_aliases
  FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE ON company_domains
  FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
CREATE TRIGGER directory_changed AFTER INSERT OR UPDATE OR DELETE ON policies
  FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
