-- Stored sums of donations. Statements that write donations append to `donation_deltas`; a worker adds these to the
-- other tables.

-- Differences that are not added to the other tables yet.
CREATE TABLE donation_deltas (
  organization_id bigint,
  id bigint GENERATED ALWAYS AS IDENTITY,
  day date NOT NULL,
  status_id smallint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  company_id bigint NOT NULL,
  campaign_key text NOT NULL,
  deadline_week date,
  submitted_on date,
  received_on date,
  PRIMARY KEY (organization_id, id)
);
CALL protect_organization_table('donation_deltas');

CREATE TABLE donation_days (
  organization_id bigint,
  day date,
  status_id smallint,
  currency text,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, day, status_id, currency)
);
CALL protect_organization_table('donation_days');

CREATE TABLE donation_months (
  organization_id bigint,
  month date,
  status_id smallint,
  currency text,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, month, status_id, currency)
);
CALL protect_organization_table('donation_months');

CREATE TABLE donation_companies (
  organization_id bigint,
  month date,
  company_id bigint,
  status_id smallint,
  currency text,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, month, company_id, status_id, currency)
);
CALL protect_organization_table('donation_companies');

CREATE TABLE donation_company_months (
  organization_id bigint,
  month date,
  company_id bigint,
  currency text,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  submitted_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  submitted_gifts bigint NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, month, company_id, currency)
);
CALL protect_organization_table('donation_company_months');

CREATE TABLE donation_company_years (
  organization_id bigint,
  year date,
  company_id bigint,
  currency text,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  submitted_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  submitted_gifts bigint NOT NULL DEFAULT 0,
  paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, year, company_id, currency)
);
CALL protect_organization_table('donation_company_years');

CREATE TABLE donation_campaigns (
  organization_id bigint,
  month date,
  campaign_key text,
  status_id smallint,
  currency text,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  paid bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (organization_id, month, campaign_key, status_id, currency)
);
CALL protect_organization_table('donation_campaigns');

CREATE TABLE donation_deadlines (
  organization_id bigint,
  deadline_week date,
  status_id smallint,
  currency text,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  PRIMARY KEY (organization_id, deadline_week, status_id, currency)
);
CALL protect_organization_table('donation_deadlines');

-- Days from the donation to the request, and from the request to the money.
CREATE TABLE donation_waits (
  organization_id bigint,
  step text CHECK (step IN ('request', 'payment')),
  month date,
  days integer,
  gifts bigint NOT NULL,
  PRIMARY KEY (organization_id, step, month, days)
);
CALL protect_organization_table('donation_waits');

-- Requests by their month and the month of their money.
CREATE TABLE donation_requests (
  organization_id bigint,
  submitted_month date,
  received_month date,
  currency text,
  gifts bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  PRIMARY KEY (organization_id, submitted_month, received_month, currency)
);
CALL protect_organization_table('donation_requests');
