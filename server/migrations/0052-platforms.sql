-- Giving platforms of employers. A company whose platform is known leads a donor by its entry. `policies.csr_platform` names
-- one of these, or says 'other' (one of its own) or 'none'.
CREATE TABLE platforms (
  id text PRIMARY KEY,
  name text NOT NULL,
  aliases text[] NOT NULL DEFAULT '{}',
  owner text NOT NULL DEFAULT '',
  -- where an employee of any company signs in, or a pattern with COMPANY in it
  employee_url text NOT NULL DEFAULT '',
  employee_steps text[] NOT NULL DEFAULT '{}',
  evidence text[] NOT NULL DEFAULT '{}',
  nonprofit_url text NOT NULL DEFAULT '',
  nonprofit_steps text[] NOT NULL DEFAULT '{}',
  payer_names text[] NOT NULL DEFAULT '{}',
  payout_schedule text[] NOT NULL DEFAULT '{}',
  payout_minimum_cents bigint CHECK (payout_minimum_cents >= 0),
  fees text[] NOT NULL DEFAULT '{}',
  countries text[] NOT NULL DEFAULT '{}',
  report_columns text[] NOT NULL DEFAULT '{}',
  -- how its reports look, and what stands in bank lines: [{"text": "AMER ONLINE GIV1", "kind": "bank line"}]
  report_formats jsonb NOT NULL DEFAULT '[]',
  payer_texts jsonb NOT NULL DEFAULT '[]',
  source_url text NOT NULL DEFAULT '',
  further_sources jsonb NOT NULL DEFAULT '[]',
  as_of text NOT NULL DEFAULT '',
  -- null: it came with the directory, whose next edition may change it
  entered_by bigint REFERENCES users
);
