-- The directory of companies, their policies and the platforms that they use. It belongs to no organization.

-- Portals and vendors through which companies match.
CREATE TABLE platforms (
  id text PRIMARY KEY,
  name text NOT NULL,
  aliases text[] NOT NULL DEFAULT '{}'::text[],
  owner text NOT NULL DEFAULT '',
  employee_url text NOT NULL DEFAULT '',
  employee_steps text[] NOT NULL DEFAULT '{}'::text[],
  evidence text[] NOT NULL DEFAULT '{}'::text[],
  nonprofit_url text NOT NULL DEFAULT '',
  nonprofit_steps text[] NOT NULL DEFAULT '{}'::text[],
  payer_names text[] NOT NULL DEFAULT '{}'::text[],
  payout_schedule text[] NOT NULL DEFAULT '{}'::text[],
  payout_minimum_cents bigint CHECK (payout_minimum_cents >= 0),
  fees text[] NOT NULL DEFAULT '{}'::text[],
  countries text[] NOT NULL DEFAULT '{}'::text[],
  report_columns text[] NOT NULL DEFAULT '{}'::text[],
  report_formats jsonb NOT NULL DEFAULT '[]',
  payer_texts jsonb NOT NULL DEFAULT '[]',
  source_url text NOT NULL DEFAULT '',
  further_sources jsonb NOT NULL DEFAULT '[]',
  as_of text NOT NULL DEFAULT '',
  entered_by bigint REFERENCES users,
  kind text NOT NULL DEFAULT 'workplace' CHECK (kind IN ('workplace', 'payer')),
  merged_into_id text REFERENCES platforms,
  CONSTRAINT platforms_are_not_merged_into_themselves CHECK (merged_into_id <> id)
);

-- A merged company keeps its row and refers to the other one.
CREATE TABLE companies (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text NOT NULL UNIQUE,
  website text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  industry text NOT NULL DEFAULT '',
  parent_id bigint REFERENCES companies,
  time_zone text NOT NULL DEFAULT 'America/New_York',
  origin text NOT NULL CHECK (origin IN ('directory', 'demo', 'super')),
  created_at timestamptz NOT NULL DEFAULT now(),
  entered_by bigint REFERENCES users,
  edition_name text UNIQUE,
  merged_into_id bigint REFERENCES companies,
  CHECK (merged_into_id <> id)
);
CREATE INDEX companies_by_parent ON companies (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX companies_merged ON companies (merged_into_id) WHERE merged_into_id IS NOT NULL;

-- Other names of companies, in lower case.
CREATE TABLE company_aliases (
  company_id bigint REFERENCES companies ON DELETE CASCADE,
  name text,
  origin text NOT NULL DEFAULT 'super' CHECK (origin IN ('directory', 'super')),
  PRIMARY KEY (company_id, name)
);

-- Email domains that belong to a company.
CREATE TABLE company_domains (
  domain text PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  origin text NOT NULL DEFAULT 'super' CHECK (origin IN ('directory', 'super'))
);
CREATE INDEX company_domains_by_company ON company_domains (company_id);

-- Versions of a policy. A version is superseded, never edited, because matches refer to it.
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
  eligible_employees text[] NOT NULL DEFAULT '{}'::text[],
  eligible_nonprofits text[] NOT NULL DEFAULT '{}'::text[],
  excluded_nonprofits text[] NOT NULL DEFAULT '{}'::text[],
  own_site_only boolean NOT NULL DEFAULT false,
  form_needs_nonprofit boolean NOT NULL DEFAULT true,
  deadline_rule text,
  policy_year_start text NOT NULL DEFAULT '01-01',
  volunteer_grant text,
  source_url text NOT NULL,
  further_sources jsonb NOT NULL DEFAULT '[]',
  as_of text NOT NULL DEFAULT '',
  learned_at timestamptz NOT NULL DEFAULT now(),
  entered_by bigint REFERENCES users,
  tiers_run_through text NOT NULL DEFAULT 'gift' CHECK (tiers_run_through IN ('gift', 'year')),
  exceptions jsonb NOT NULL DEFAULT '[]',
  maximum_basis text NOT NULL DEFAULT 'match' CHECK (maximum_basis IN ('match', 'gift')),
  gift_kinds text[] NOT NULL DEFAULT '{}'::text[],
  came_with_directory boolean NOT NULL DEFAULT false,
  valid_from date,
  valid_to date,
  deductible_part_only text NOT NULL DEFAULT 'unknown' CHECK (deductible_part_only IN ('yes', 'no', 'unknown')),
  guide_url text,
  UNIQUE (company_id, version),
  CHECK (valid_to >= valid_from)
);
CREATE UNIQUE INDEX policies_current ON policies (company_id, COALESCE(valid_from, '-infinity'::date)) WHERE superseded_at IS NULL;

-- Canadian dollars per US dollar, from a day until the next one.
CREATE TABLE exchange_rates (
  since date PRIMARY KEY,
  cad_per_usd numeric(10,6) NOT NULL CHECK (cad_per_usd > (0)::numeric),
  source text NOT NULL,
  entered_by bigint REFERENCES users,
  entered_at timestamptz NOT NULL DEFAULT now()
);

-- Digests of the files that were loaded.
CREATE TABLE directory_editions (
  number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  digest text NOT NULL,
  loaded_at timestamptz NOT NULL,
  companies integer NOT NULL,
  policies_changed integer NOT NULL
);

-- One row. Nodes load the directory again when it changes.
CREATE TABLE directory_version (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  version bigint NOT NULL
);

-- The change log of the directory, with what an undo needs.
CREATE TABLE directory_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('added', 'company', 'policy', 'merge', 'platform', 'rate', 'form', 'file')),
  company_id bigint REFERENCES companies ON DELETE SET NULL,
  subject text NOT NULL,
  changes jsonb NOT NULL,
  undo jsonb NOT NULL,
  company_ids bigint[] NOT NULL,
  gifts integer NOT NULL DEFAULT 0,
  address text NOT NULL DEFAULT '',
  request_id text NOT NULL DEFAULT '',
  undone_at timestamptz,
  undone_by bigint REFERENCES users,
  moving integer NOT NULL DEFAULT 0,
  part_of bigint REFERENCES directory_changes,
  undo_id uuid
);
CREATE INDEX directory_changes_of_company ON directory_changes (company_id, id DESC);
CREATE INDEX directory_changes_of_matches ON directory_changes (COALESCE(undone_at, at)) WHERE undo_id IS NOT NULL;
CREATE INDEX directory_changes_of_platform ON directory_changes ((((undo -> 'platform') ->> 'id')), id) WHERE kind = 'platform';
CREATE INDEX directory_changes_parts ON directory_changes (part_of) WHERE part_of IS NOT NULL;

-- Names and domains that a person removed. Editions do not add them again.
CREATE TABLE left_out_of_editions (
  company_id bigint REFERENCES companies ON DELETE CASCADE,
  kind text CHECK (kind IN ('alias', 'domain')),
  value text,
  PRIMARY KEY (company_id, kind, value)
);

-- Forms of companies as PDF, with the places to fill in.
CREATE TABLE company_forms (
  company_id bigint PRIMARY KEY REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) <= 200),
  file_key text NOT NULL,
  sha256 bytea NOT NULL,
  pages jsonb NOT NULL,
  fields jsonb NOT NULL DEFAULT '[]',
  placements jsonb NOT NULL DEFAULT '[]',
  uploaded_by bigint REFERENCES users,
  uploaded_at timestamptz NOT NULL
);

CREATE TABLE former_company_forms (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  name text NOT NULL CHECK (length(name) <= 200),
  file_key text NOT NULL,
  sha256 bytea NOT NULL,
  pages jsonb NOT NULL,
  fields jsonb NOT NULL,
  placements jsonb NOT NULL,
  uploaded_by bigint REFERENCES users,
  uploaded_at timestamptz NOT NULL,
  ended_by bigint REFERENCES users,
  ended_at timestamptz NOT NULL
);
CREATE INDEX former_company_forms_by_company ON former_company_forms (company_id, id DESC);

-- An organization's own policies for a company. They take precedence over the directory.
CREATE TABLE own_policies (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  company_id bigint NOT NULL REFERENCES companies,
  start_date date NOT NULL,
  end_date date,
  ratio text,
  min_amount_cents bigint CHECK (min_amount_cents >= 0),
  max_per_gift_cents bigint CHECK (max_per_gift_cents >= 0),
  max_per_year_cents bigint CHECK (max_per_year_cents >= 0),
  deadline_rule text,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  entered_by bigint NOT NULL REFERENCES users,
  entered_at timestamptz NOT NULL,
  PRIMARY KEY (organization_id, id),
  CHECK (end_date >= start_date)
);
CALL protect_organization_table('own_policies');
CREATE INDEX own_policies_of_company ON own_policies (company_id, organization_id, start_date);

-- An organization's campaigns with a company, which take precedence over policies.
CREATE TABLE campaigns (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  company_id bigint REFERENCES companies,
  start_date date NOT NULL,
  end_date date NOT NULL,
  min_amount_cents bigint,
  max_amount_cents bigint,
  match_ratio text NOT NULL DEFAULT '',
  group_submit boolean NOT NULL DEFAULT false,
  bill_eligible boolean NOT NULL DEFAULT true,
  bill_processed boolean NOT NULL DEFAULT true,
  message text NOT NULL DEFAULT '',
  ended_from date,
  deleted_at timestamptz,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (organization_id, id),
  CONSTRAINT campaigns_days_in_order CHECK (start_date <= end_date),
  CONSTRAINT campaigns_limits_are_sums CHECK ((min_amount_cents >= 0) AND (max_amount_cents >= 0))
);
CALL protect_organization_table('campaigns');
CREATE INDEX campaigns_by_start ON campaigns (organization_id, start_date DESC, id DESC) WHERE deleted_at IS NULL;

-- Corrections of the directory that staff and donors suggest.
CREATE TABLE suggestions (
  organization_id bigint REFERENCES organizations ON DELETE CASCADE,
  id bigint GENERATED ALWAYS AS IDENTITY,
  company_id bigint NOT NULL REFERENCES companies ON DELETE CASCADE,
  about text NOT NULL,
  value text NOT NULL CHECK (length(value) <= 500),
  source_url text NOT NULL DEFAULT '' CHECK (length(source_url) <= 500),
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 1000),
  user_id bigint REFERENCES users,
  donation_id bigint,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by bigint REFERENCES users,
  accepted boolean,
  reason text NOT NULL DEFAULT '' CHECK (length(reason) <= 500),
  PRIMARY KEY (organization_id, id),
  CHECK ((user_id IS NULL) <> (donation_id IS NULL)),
  CONSTRAINT suggestions_check1 CHECK (((decided_at IS NULL) = (decided_by IS NULL)) AND ((decided_at IS NULL) = (accepted IS NULL)))
);
CALL protect_organization_table('suggestions');
CREATE INDEX suggestions_about_company ON suggestions (organization_id, company_id, id DESC);
CREATE INDEX suggestions_by_company ON suggestions (company_id);
CREATE INDEX suggestions_by_id ON suggestions (id);
CREATE INDEX suggestions_decided ON suggestions (decided_at DESC) WHERE decided_at IS NOT NULL;
CREATE INDEX suggestions_of_gift ON suggestions (organization_id, donation_id) WHERE donation_id IS NOT NULL;
CREATE INDEX suggestions_waiting ON suggestions (id) WHERE decided_at IS NULL;

CREATE FUNCTION campaign_of(organization bigint, campaign_id bigint)
  RETURNS TABLE(in_organization bigint, campaign campaigns) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, c FROM organizations o JOIN campaigns c ON c.organization_id IN (o.id, o.parent_id) AND c.id = campaign_of.campaign_id
  WHERE o.id = organization AND (o.id = ANY (tenant_organizations()) OR crosses_organizations())
$$;

CREATE FUNCTION campaigns_reaching(organization_ids bigint[])
  RETURNS TABLE(in_organization bigint, campaign campaigns) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, c FROM organizations o JOIN campaigns c ON c.organization_id IN (o.id, o.parent_id)
  WHERE o.id = ANY (organization_ids) AND o.id = ANY (tenant_organizations()) AND c.deleted_at IS NULL
$$;

CREATE FUNCTION directory_changed()
  RETURNS trigger LANGUAGE plpgsql
AS $$
BEGIN
  UPDATE directory_version SET version = version + 1;
  RETURN NULL;
END $$;

CREATE FUNCTION own_policies_reaching(organization_ids bigint[], company_ids bigint[])
  RETURNS TABLE(in_organization bigint, own own_policies) LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  SELECT o.id, p FROM organizations o JOIN own_policies p ON p.organization_id IN (o.id, o.parent_id)
  WHERE o.id = ANY (organization_ids) AND o.id = ANY (tenant_organizations()) AND p.company_id = ANY (company_ids)
$$;

CREATE TRIGGER directory_changed AFTER INSERT OR DELETE OR UPDATE ON companies FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();
CREATE TRIGGER directory_changed AFTER INSERT OR DELETE OR UPDATE ON company_aliases FOR EACH STATEMENT EXECUTE FUNCTION
      directory_changed();
CREATE TRIGGER directory_changed AFTER INSERT OR DELETE OR UPDATE ON company_domains FOR EACH STATEMENT EXECUTE FUNCTION
      directory_changed();
CREATE TRIGGER directory_changed AFTER INSERT OR DELETE OR UPDATE ON policies FOR EACH STATEMENT EXECUTE FUNCTION directory_changed();

INSERT INTO directory_version (version) VALUES (1);

-- Annual averages of the Bank of Canada; 2025 is the mean of the daily rates.
INSERT INTO exchange_rates (since, cad_per_usd, source) VALUES
  ('2020-01-01', 1.3415, 'Bank of Canada, average of 2020'),
  ('2021-01-01', 1.2535, 'Bank of Canada, average of 2021'),
  ('2022-01-01', 1.3013, 'Bank of Canada, average of 2022'),
  ('2023-01-01', 1.3497, 'Bank of Canada, average of 2023'),
  ('2024-01-01', 1.3698, 'Bank of Canada, average of 2024'),
  ('2025-01-01', 1.3977, 'Bank of Canada, mean of the daily rates of 2025');
