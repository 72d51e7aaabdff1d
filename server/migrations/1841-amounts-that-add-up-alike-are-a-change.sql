-- Gifts of a day whose amounts were changed at once, and come to the same: sums stay, numbers of those above an amount do not. Who
-- remembers a number looks into what is written here.
CREATE OR REPLACE FUNCTION summarize_updated_donations() RETURNS trigger LANGUAGE plpgsql AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM now_rows) THEN
    RETURN NULL;
  END IF;
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
    OR sum(sign * received_cents) <> 0 OR sum(sign * (received_cents <> 0)::integer) <> 0
    OR sum(sign * hashint8(amount_cents)::bigint) <> 0;
  RETURN NULL;
END $function$;
