-- How many matches have money, by company and campaign, and of companies how many are with them or approved: what a report tells beside
-- its sums. Counted by a trigger where deltas are folded, not by the folding statement, so that a node of the former edition, which folds
-- as well while the nodes are replaced, counts them too.
LOCK TABLE donations, donation_deltas IN SHARE ROW EXCLUSIVE MODE;

ALTER TABLE donation_companies ADD paid bigint NOT NULL DEFAULT 0;
ALTER TABLE donation_campaigns ADD paid bigint NOT NULL DEFAULT 0;
ALTER TABLE donation_company_months ADD submitted_gifts bigint NOT NULL DEFAULT 0, ADD paid bigint NOT NULL DEFAULT 0;
ALTER TABLE donation_company_years ADD submitted_gifts bigint NOT NULL DEFAULT 0, ADD paid bigint NOT NULL DEFAULT 0;

CREATE FUNCTION count_folded_money() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM taken WHERE paid <> 0) THEN
    RETURN NULL;
  END IF;
  INSERT INTO donation_companies AS s (organization_id, month, company_id, status_id, currency, gifts, amount_cents, estimated_cents,
    received_cents, paid)
  SELECT organization_id, date_trunc('month', day)::date, company_id, status_id, currency, 0, 0, 0, 0, sum(paid)
  FROM taken GROUP BY 1, 2, 3, 4, 5 HAVING sum(paid) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, month, company_id, status_id, currency) DO UPDATE SET paid = s.paid + excluded.paid;
  INSERT INTO donation_campaigns AS s (organization_id, month, campaign_key, status_id, currency, gifts, amount_cents, estimated_cents,
    received_cents, paid)
  SELECT organization_id, date_trunc('month', day)::date, campaign_key, status_id, currency, 0, 0, 0, 0, sum(paid)
  FROM taken GROUP BY 1, 2, 3, 4, 5 HAVING sum(paid) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (organization_id, month, campaign_key, status_id, currency) DO UPDATE SET paid = s.paid + excluded.paid;
  RETURN NULL;
END $$;

CREATE TRIGGER count_folded_money AFTER DELETE ON donation_deltas
  REFERENCING OLD TABLE AS taken FOR EACH STATEMENT EXECUTE FUNCTION count_folded_money();

CREATE OR REPLACE FUNCTION sum_inserted_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_company_months AS s (organization_id, month, company_id, currency, gifts, submitted_gifts, paid, amount_cents,
    estimated_cents, submitted_cents, received_cents)
  SELECT organization_id, month, company_id, currency, sum(gifts), sum(submitted_part(status_id, gifts)), sum(paid), sum(amount_cents),
    sum(estimated_cents), sum(submitted_part(status_id, estimated_cents)), sum(received_cents)
  FROM now_rows GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, month, company_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
    submitted_gifts = s.submitted_gifts + excluded.submitted_gifts, paid = s.paid + excluded.paid,
    amount_cents = s.amount_cents + excluded.amount_cents, estimated_cents = s.estimated_cents + excluded.estimated_cents,
    submitted_cents = s.submitted_cents + excluded.submitted_cents, received_cents = s.received_cents + excluded.received_cents;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sum_updated_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_company_months AS s (organization_id, month, company_id, currency, gifts, submitted_gifts, paid, amount_cents,
    estimated_cents, submitted_cents, received_cents)
  SELECT organization_id, month, company_id, currency, sum(sign * gifts), sum(sign * submitted_part(status_id, gifts)), sum(sign * paid),
    sum(sign * amount_cents), sum(sign * estimated_cents), sum(sign * submitted_part(status_id, estimated_cents)),
    sum(sign * received_cents)
  FROM (SELECT 1 AS sign, * FROM now_rows UNION ALL SELECT -1, * FROM old_rows) AS change GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, month, company_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
    submitted_gifts = s.submitted_gifts + excluded.submitted_gifts, paid = s.paid + excluded.paid,
    amount_cents = s.amount_cents + excluded.amount_cents, estimated_cents = s.estimated_cents + excluded.estimated_cents,
    submitted_cents = s.submitted_cents + excluded.submitted_cents, received_cents = s.received_cents + excluded.received_cents;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sum_inserted_company_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_company_years AS s (organization_id, year, company_id, currency, gifts, submitted_gifts, paid, amount_cents,
    estimated_cents, submitted_cents, received_cents)
  SELECT organization_id, date_trunc('year', month)::date, company_id, currency, sum(gifts), sum(submitted_gifts), sum(paid),
    sum(amount_cents), sum(estimated_cents), sum(submitted_cents), sum(received_cents)
  FROM now_rows GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, year, company_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
    submitted_gifts = s.submitted_gifts + excluded.submitted_gifts, paid = s.paid + excluded.paid,
    amount_cents = s.amount_cents + excluded.amount_cents, estimated_cents = s.estimated_cents + excluded.estimated_cents,
    submitted_cents = s.submitted_cents + excluded.submitted_cents, received_cents = s.received_cents + excluded.received_cents;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION sum_updated_company_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_company_years AS s (organization_id, year, company_id, currency, gifts, submitted_gifts, paid, amount_cents,
    estimated_cents, submitted_cents, received_cents)
  SELECT organization_id, date_trunc('year', month)::date, company_id, currency, sum(sign * gifts), sum(sign * submitted_gifts),
    sum(sign * paid), sum(sign * amount_cents), sum(sign * estimated_cents), sum(sign * submitted_cents), sum(sign * received_cents)
  FROM (SELECT 1 AS sign, * FROM now_rows UNION ALL SELECT -1, * FROM old_rows) AS change GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, year, company_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
    submitted_gifts = s.submitted_gifts + excluded.submitted_gifts, paid = s.paid + excluded.paid,
    amount_cents = s.amount_cents + excluded.amount_cents, estimated_cents = s.estimated_cents + excluded.estimated_cents,
    submitted_cents = s.submitted_cents + excluded.submitted_cents, received_cents = s.received_cents + excluded.received_cents;
  RETURN NULL;
END $$;

-- What is here is counted from the gifts, but for what waits to be folded. Months and years are summed anew from these rows.
TRUNCATE donation_company_months, donation_company_years;
ALTER TABLE donation_companies DISABLE TRIGGER sum_inserted;
ALTER TABLE donation_companies DISABLE TRIGGER sum_updated;

INSERT INTO donation_companies AS s (organization_id, month, company_id, status_id, currency, gifts, amount_cents, estimated_cents,
  received_cents, paid)
SELECT organization_id, month, company_id, status_id, currency, 0, 0, 0, 0, sum(paid) FROM (
  SELECT organization_id, date_trunc('month', donated_at)::date AS month, coalesce(company_id, 0) AS company_id, status_id, currency, 1 AS paid
  FROM donations WHERE counted AND received_cents <> 0
  UNION ALL
  SELECT organization_id, date_trunc('month', day)::date, company_id, status_id, currency, -paid FROM donation_deltas WHERE paid <> 0
) AS held GROUP BY 1, 2, 3, 4, 5 HAVING sum(paid) <> 0
ON CONFLICT (organization_id, month, company_id, status_id, currency) DO UPDATE SET paid = excluded.paid;
INSERT INTO donation_campaigns AS s (organization_id, month, campaign_key, status_id, currency, gifts, amount_cents, estimated_cents,
  received_cents, paid)
SELECT organization_id, month, campaign_key, status_id, currency, 0, 0, 0, 0, sum(paid) FROM (
  SELECT organization_id, date_trunc('month', donated_at)::date AS month, coalesce(campaign_key, '') AS campaign_key, status_id, currency, 1 AS paid
  FROM donations WHERE counted AND received_cents <> 0
  UNION ALL
  SELECT organization_id, date_trunc('month', day)::date, campaign_key, status_id, currency, -paid FROM donation_deltas WHERE paid <> 0
) AS held GROUP BY 1, 2, 3, 4, 5 HAVING sum(paid) <> 0
ON CONFLICT (organization_id, month, campaign_key, status_id, currency) DO UPDATE SET paid = excluded.paid;

ALTER TABLE donation_companies ENABLE TRIGGER sum_inserted;
ALTER TABLE donation_companies ENABLE TRIGGER sum_updated;
INSERT INTO donation_company_months (organization_id, month, company_id, currency, gifts, submitted_gifts, paid, amount_cents,
  estimated_cents, submitted_cents, received_cents)
SELECT organization_id, month, company_id, currency, sum(gifts), sum(submitted_part(status_id, gifts)), sum(paid), sum(amount_cents),
  sum(estimated_cents), sum(submitted_part(status_id, estimated_cents)), sum(received_cents)
FROM donation_companies GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
