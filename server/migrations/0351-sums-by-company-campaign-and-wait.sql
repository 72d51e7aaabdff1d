-- Sums by company, campaign, deadline and request, kept like those by day: what changed goes into the deltas in the same
-- transaction, from which they are folded. Company 0 and campaign '' are none.
LOCK TABLE donations, donation_deltas IN SHARE ROW EXCLUSIVE MODE;

-- What was not folded yet does not know the new columns.
INSERT INTO donation_days AS s (organization_id, day, status_id, currency, gifts, amount_cents, estimated_cents,
  received_cents, paid)
SELECT organization_id, day, status_id, currency, sum(gifts), sum(amount_cents), sum(estimated_cents),
  sum(received_cents), sum(paid)
FROM donation_deltas GROUP BY 1, 2, 3, 4
ON CONFLICT (organization_id, day, status_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
  amount_cents = s.amount_cents + excluded.amount_cents, estimated_cents = s.estimated_cents + excluded.estimated_cents,
  received_cents = s.received_cents + excluded.received_cents, paid = s.paid + excluded.paid;
INSERT INTO donation_months AS s (organization_id, month, status_id, currency, gifts, amount_cents, estimated_cents,
  received_cents, paid)
SELECT organization_id, date_trunc('month', day)::date, status_id, currency, sum(gifts), sum(amount_cents),
  sum(estimated_cents), sum(received_cents), sum(paid)
FROM donation_deltas GROUP BY 1, 2, 3, 4
ON CONFLICT (organization_id, month, status_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
  amount_cents = s.amount_cents + excluded.amount_cents, estimated_cents = s.estimated_cents + excluded.estimated_cents,
  received_cents = s.received_cents + excluded.received_cents, paid = s.paid + excluded.paid;
DELETE FROM donation_deltas;

ALTER TABLE donation_deltas
  ADD company_id bigint NOT NULL,
  ADD campaign_key text NOT NULL,
  -- the Sunday of the week in which the deadline passes; none for an external match
  ADD deadline_week date,
  ADD submitted_on date,
  ADD received_on date;

CREATE TABLE donation_companies (
  organization_id bigint NOT NULL,
  month date NOT NULL,
  company_id bigint NOT NULL,
  status_id smallint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  PRIMARY KEY (organization_id, month, company_id, status_id, currency)
);
CALL protect_organization_table('donation_companies');

CREATE TABLE donation_campaigns (
  organization_id bigint NOT NULL,
  month date NOT NULL,
  campaign_key text NOT NULL,
  status_id smallint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  PRIMARY KEY (organization_id, month, campaign_key, status_id, currency)
);
CALL protect_organization_table('donation_campaigns');

CREATE TABLE donation_deadlines (
  organization_id bigint NOT NULL,
  deadline_week date NOT NULL,
  status_id smallint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  PRIMARY KEY (organization_id, deadline_week, status_id, currency)
);
CALL protect_organization_table('donation_deadlines');

-- How many days passed between a gift and its request, and a request and its last payment, by the month of what came last.
CREATE TABLE donation_waits (
  organization_id bigint NOT NULL,
  step text NOT NULL CHECK (step IN ('request', 'payment')),
  month date NOT NULL,
  days integer NOT NULL,
  gifts bigint NOT NULL,
  PRIMARY KEY (organization_id, step, month, days)
);
CALL protect_organization_table('donation_waits');

-- Requests by their month, and by the month of their last payment; 'infinity' is none yet.
CREATE TABLE donation_requests (
  organization_id bigint NOT NULL,
  submitted_month date NOT NULL,
  received_month date NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  PRIMARY KEY (organization_id, submitted_month, received_month, currency)
);
CALL protect_organization_table('donation_requests');

-- The day of a deadline in its company's zone, whichever that is between twelve hours either way.
CREATE FUNCTION week_of_deadline(deadline_at timestamptz) RETURNS date LANGUAGE sql IMMUTABLE AS $$
  SELECT d - extract(dow FROM d)::integer FROM (SELECT (deadline_at AT TIME ZONE 'UTC' - interval '12 hours')::date AS d) AS of_zone
$$;

CREATE OR REPLACE FUNCTION summarize_inserted_donations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_deltas (organization_id, day, status_id, currency, company_id, campaign_key, deadline_week,
    submitted_on, received_on, gifts, amount_cents, estimated_cents, received_cents, paid)
  SELECT organization_id, donated_at::date, status_id, currency, coalesce(company_id, 0), coalesce(campaign_key, ''),
    CASE WHEN NOT inert THEN week_of_deadline(deadline_at) END, submitted_on, (received_at AT TIME ZONE 'UTC')::date,
    count(*), sum(amount_cents), sum(estimated_cents), sum(received_cents), count(*) FILTER (WHERE received_cents <> 0)
  FROM now_rows WHERE counted GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION summarize_deleted_donations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_deltas (organization_id, day, status_id, currency, company_id, campaign_key, deadline_week,
    submitted_on, received_on, gifts, amount_cents, estimated_cents, received_cents, paid)
  SELECT organization_id, donated_at::date, status_id, currency, coalesce(company_id, 0), coalesce(campaign_key, ''),
    CASE WHEN NOT inert THEN week_of_deadline(deadline_at) END, submitted_on, (received_at AT TIME ZONE 'UTC')::date,
    -count(*), -sum(amount_cents), -sum(estimated_cents), -sum(received_cents),
    -count(*) FILTER (WHERE received_cents <> 0)
  FROM old_rows WHERE counted GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION summarize_updated_donations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_deltas (organization_id, day, status_id, currency, company_id, campaign_key, deadline_week,
    submitted_on, received_on, gifts, amount_cents, estimated_cents, received_cents, paid)
  SELECT organization_id, donated_at::date, status_id, currency, coalesce(company_id, 0), coalesce(campaign_key, ''),
    CASE WHEN NOT inert THEN week_of_deadline(deadline_at) END, submitted_on, (received_at AT TIME ZONE 'UTC')::date,
    sum(sign), sum(sign * amount_cents), sum(sign * estimated_cents), sum(sign * received_cents),
    sum(sign * (received_cents <> 0)::integer)
  FROM (SELECT 1 AS sign, * FROM now_rows UNION ALL SELECT -1, * FROM old_rows) AS change
  WHERE counted
  GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  HAVING sum(sign) <> 0 OR sum(sign * amount_cents) <> 0 OR sum(sign * estimated_cents) <> 0
    OR sum(sign * received_cents) <> 0 OR sum(sign * (received_cents <> 0)::integer) <> 0;
  RETURN NULL;
END $$;

INSERT INTO donation_companies (organization_id, month, company_id, status_id, currency, gifts, amount_cents,
  estimated_cents, received_cents)
SELECT organization_id, date_trunc('month', donated_at)::date, coalesce(company_id, 0), status_id, currency, count(*),
  sum(amount_cents), sum(estimated_cents), sum(received_cents)
FROM donations WHERE counted GROUP BY 1, 2, 3, 4, 5;
INSERT INTO donation_campaigns (organization_id, month, campaign_key, status_id, currency, gifts, amount_cents,
  estimated_cents, received_cents)
SELECT organization_id, date_trunc('month', donated_at)::date, coalesce(campaign_key, ''), status_id, currency, count(*),
  sum(amount_cents), sum(estimated_cents), sum(received_cents)
FROM donations WHERE counted GROUP BY 1, 2, 3, 4, 5;
INSERT INTO donation_deadlines (organization_id, deadline_week, status_id, currency, gifts, amount_cents, estimated_cents)
SELECT organization_id, week_of_deadline(deadline_at), status_id, currency, count(*), sum(amount_cents), sum(estimated_cents)
FROM donations WHERE counted AND NOT inert AND deadline_at IS NOT NULL GROUP BY 1, 2, 3, 4;
INSERT INTO donation_waits (organization_id, step, month, days, gifts)
SELECT organization_id, 'request', date_trunc('month', submitted_on)::date,
  greatest(0, submitted_on - donated_at::date), count(*)
FROM donations WHERE counted AND submitted_on IS NOT NULL GROUP BY 1, 2, 3, 4
UNION ALL
SELECT organization_id, 'payment', date_trunc('month', received_at AT TIME ZONE 'UTC')::date,
  greatest(0, (received_at AT TIME ZONE 'UTC')::date - submitted_on), count(*)
FROM donations WHERE counted AND submitted_on IS NOT NULL AND received_at IS NOT NULL GROUP BY 1, 2, 3, 4;
INSERT INTO donation_requests (organization_id, submitted_month, received_month, currency, gifts, estimated_cents,
  received_cents)
SELECT organization_id, date_trunc('month', submitted_on)::date,
  coalesce(date_trunc('month', received_at AT TIME ZONE 'UTC')::date, 'infinity'), currency, count(*),
  sum(estimated_cents), sum(received_cents)
FROM donations WHERE counted AND submitted_on IS NOT NULL GROUP BY 1, 2, 3, 4;
