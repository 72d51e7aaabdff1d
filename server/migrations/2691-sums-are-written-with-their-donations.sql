-- The statement that writes donations writes what changes of the sums, and the day of a request.
DROP TRIGGER summarize_inserted ON donations;
DROP TRIGGER summarize_updated ON donations;
DROP TRIGGER summarize_deleted ON donations;
DROP TRIGGER note_request ON donations;
DROP TRIGGER note_request_of_new ON donations;
DROP TRIGGER money_of_deleted_matches_waits ON donations;
DROP FUNCTION summarize_inserted_donations, summarize_updated_donations, summarize_deleted_donations, note_request,
  money_of_deleted_matches_waits;

-- Payout lines of donations that are about to be deleted wait for another match. Lines may belong to another organization.
CREATE FUNCTION loosen_payout_lines(donation_ids bigint[]) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  WITH loose AS (
    UPDATE payout_lines l SET state = 'doubtful', tied_by = NULL, tied_at = NULL, match_organization_id = NULL, donation_id = NULL
    FROM donations d
    WHERE d.id = ANY (donation_ids) AND l.donation_id = d.id
      AND (d.organization_id = ANY (tenant_organizations()) OR crosses_organizations())
    RETURNING l.organization_id, l.payout_id, l.gift_cents + l.match_cents AS cents
  ), sums AS (
    SELECT organization_id, payout_id, sum(cents) AS cents, count(*) AS lines FROM loose GROUP BY 1, 2
  )
  UPDATE payouts p SET tied_cents = p.tied_cents - s.cents, waiting_cents = p.waiting_cents + s.cents,
    waiting_lines = p.waiting_lines + s.lines
  FROM sums s WHERE p.organization_id = s.organization_id AND p.id = s.payout_id
$$;
