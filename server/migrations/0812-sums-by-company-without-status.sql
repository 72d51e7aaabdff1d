-- What a company's gifts of a month come to, without their status: a year of an organization is 13,000 rows of 1,100 companies
-- where donation_companies holds 100,000. Triggers keep it, not the folding statement, so that a node of the former edition, which
-- folds as well while the nodes are replaced, keeps it too.
CREATE TABLE donation_company_months (
  organization_id bigint NOT NULL,
  month date NOT NULL,
  company_id bigint NOT NULL,
  currency text NOT NULL,
  gifts bigint NOT NULL,
  amount_cents bigint NOT NULL,
  estimated_cents bigint NOT NULL,
  submitted_cents bigint NOT NULL,
  received_cents bigint NOT NULL,
  PRIMARY KEY (organization_id, month, company_id, currency)
);
CALL protect_organization_table('donation_company_months');

-- The estimate of those whose request is with the company or approved, as campaignParts has them; a test compares.
CREATE FUNCTION submitted_part(status_id smallint, estimated_cents bigint) RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $$ SELECT CASE WHEN status_id IN (1, 4) THEN estimated_cents ELSE 0 END $$;

CREATE FUNCTION sum_inserted_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_company_months AS s (organization_id, month, company_id, currency, gifts, amount_cents, estimated_cents,
    submitted_cents, received_cents)
  SELECT organization_id, month, company_id, currency, sum(gifts), sum(amount_cents), sum(estimated_cents),
    sum(submitted_part(status_id, estimated_cents)), sum(received_cents)
  FROM now_rows GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, month, company_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
    amount_cents = s.amount_cents + excluded.amount_cents, estimated_cents = s.estimated_cents + excluded.estimated_cents,
    submitted_cents = s.submitted_cents + excluded.submitted_cents, received_cents = s.received_cents + excluded.received_cents;
  RETURN NULL;
END $$;

CREATE FUNCTION sum_updated_companies() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_company_months AS s (organization_id, month, company_id, currency, gifts, amount_cents, estimated_cents,
    submitted_cents, received_cents)
  SELECT organization_id, month, company_id, currency, sum(sign * gifts), sum(sign * amount_cents), sum(sign * estimated_cents),
    sum(sign * submitted_part(status_id, estimated_cents)), sum(sign * received_cents)
  FROM (SELECT 1 AS sign, * FROM now_rows UNION ALL SELECT -1, * FROM old_rows) AS change GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (organization_id, month, company_id, currency) DO UPDATE SET gifts = s.gifts + excluded.gifts,
    amount_cents = s.amount_cents + excluded.amount_cents, estimated_cents = s.estimated_cents + excluded.estimated_cents,
    submitted_cents = s.submitted_cents + excluded.submitted_cents, received_cents = s.received_cents + excluded.received_cents;
  RETURN NULL;
END $$;

CREATE TRIGGER sum_inserted AFTER INSERT ON donation_companies
  REFERENCING NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_inserted_companies();
CREATE TRIGGER sum_updated AFTER UPDATE ON donation_companies
  REFERENCING OLD TABLE AS old_rows NEW TABLE AS now_rows FOR EACH STATEMENT EXECUTE FUNCTION sum_updated_companies();

INSERT INTO donation_company_months (organization_id, month, company_id, currency, gifts, amount_cents, estimated_cents,
  submitted_cents, received_cents)
SELECT organization_id, month, company_id, currency, sum(gifts), sum(amount_cents), sum(estimated_cents),
  sum(submitted_part(status_id, estimated_cents)), sum(received_cents)
FROM donation_companies GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4;
