-- Received money is summed with the gifts, in the same transaction: what is received, and how many matches have any.
ALTER TABLE donation_deltas ADD received_cents bigint NOT NULL DEFAULT 0, ADD paid bigint NOT NULL DEFAULT 0;
ALTER TABLE donation_days ADD received_cents bigint NOT NULL DEFAULT 0, ADD paid bigint NOT NULL DEFAULT 0;
ALTER TABLE donation_months ADD received_cents bigint NOT NULL DEFAULT 0, ADD paid bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION summarize_inserted_donations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_deltas (organization_id, day, status_id, currency, gifts, amount_cents, estimated_cents,
    received_cents, paid)
  SELECT organization_id, donated_at::date, status_id, currency, count(*), sum(amount_cents), sum(estimated_cents),
    sum(received_cents), count(*) FILTER (WHERE received_cents <> 0)
  FROM now_rows WHERE counted GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION summarize_deleted_donations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_deltas (organization_id, day, status_id, currency, gifts, amount_cents, estimated_cents,
    received_cents, paid)
  SELECT organization_id, donated_at::date, status_id, currency, -count(*), -sum(amount_cents), -sum(estimated_cents),
    -sum(received_cents), -count(*) FILTER (WHERE received_cents <> 0)
  FROM old_rows WHERE counted GROUP BY 1, 2, 3, 4;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION summarize_updated_donations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO donation_deltas (organization_id, day, status_id, currency, gifts, amount_cents, estimated_cents,
    received_cents, paid)
  SELECT organization_id, day, status_id, currency, sum(sign), sum(sign * amount_cents), sum(sign * estimated_cents),
    sum(sign * received_cents), sum(sign * paid)
  FROM (
    SELECT organization_id, donated_at::date AS day, status_id, currency, 1 AS sign, amount_cents, estimated_cents,
      received_cents, (received_cents <> 0)::integer AS paid
    FROM now_rows WHERE counted
    UNION ALL
    SELECT organization_id, donated_at::date, status_id, currency, -1, amount_cents, estimated_cents,
      received_cents, (received_cents <> 0)::integer
    FROM old_rows WHERE counted
  ) AS change
  GROUP BY 1, 2, 3, 4
  HAVING sum(sign) <> 0 OR sum(sign * amount_cents) <> 0 OR sum(sign * estimated_cents) <> 0
    OR sum(sign * received_cents) <> 0 OR sum(sign * paid) <> 0;
  RETURN NULL;
END $$;

INSERT INTO donation_deltas (organization_id, day, status_id, currency, gifts, amount_cents, estimated_cents,
  received_cents, paid)
SELECT organization_id, donated_at::date, status_id, currency, 0, 0, 0, sum(received_cents), count(*)
FROM donations WHERE counted AND received_cents <> 0 GROUP BY 1, 2, 3, 4;
