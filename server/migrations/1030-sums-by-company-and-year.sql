-- What a company's gifts of a year come to: a year of an organization is 1,100 rows where donation_company_months holds 13,000, and
-- all time 11,000 where it holds 140,000. Kept by triggers, as the months are and for the same reason.
CREATE TABLE donation_company_years (
  organization_id bigint NOT NULL,
  year date NOT NULL,
  company_id bigint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  submitted_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  PRIMARY KEY (organization_id, year, company_id, currency)
);
CALL protect_organization_table('donation_company_years');

CREATE FUNCTION sum_inserted_company_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_company_years AS s (organization_id, year, company_id, currency, gifts, amount_cents, estimated_cents,
    submitted_cents, received_cents)
  SELECT organization_id, date_trunc('year', month)::date, company_id, currency, sum(gifts), sum(amount_cents),
    sum(estimated_cents), sum(submitted_cents), sum(received_cents)
  FROM now_rows GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, year, company_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
    amount_cents = s.amount_cents + excluded.amount_cents, estimated_cents = s.estimated_cents + excluded.estimated_cents,
    submitted_cents = s.submitted_cents + excluded.submitted_cents, received_cents = s.received_cents + excluded.received_cents;
  RETURN NULL;
END $$;

CREATE FUNCTION sum_updated_company_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_company_years AS s (organization_id, year, company_id, currency, gifts, amount_cents, estimated_cents,
    submitted_cents, received_cents)
  SELECT organization_id, date_trunc('year', month)::date, company_id, currency, sum(sign * gifts), sum(sign * amount_cents),
    sum(sign * estimated_cents), sum(sign * submitted_cents), sum(sign * received_cents)
  FROM (SELECT 1 AS sign, * FROM now_rows UNION ALL SELECT -1, * FROM old_rows) AS change GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, year, company_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
    amount_cents = s.amount_cents + excluded.amount_cents, estimated_cents = s.estimated_cents + excluded.estimated_cents,
    submitted_cents = s.submitted_cents + excluded.submitted_cents, received_cents = s.received_cents + excluded.received_cents;
  RETURN NULL;
END $$;

CREATE TRIGGER sum_inserted AFTER INSERT ON donation_company_months
  REFERENCING NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_inserted_company_months();
CREATE TRIGGER sum_updated AFTER UPDATE ON donation_company_months
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_updated_company_months();

INSERT INTO donation_company_years (organization_id, year, company_id, currency, gifts, amount_cents, estimated_cents,
  submitted_cents, received_cents)
SELECT organization_id, date_trunc('year', month)::date, company_id, currency, sum(gifts), sum(amount_cents), sum(estimated_cents),
  sum(submitted_cents), sum(received_cents)
FROM donation_company_months GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
