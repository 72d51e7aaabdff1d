-- Lines of a payment that was voided later stay, and count nowhere.
ALTER TABLE payout_lines DROP CONSTRAINT payout_lines_state_check,
  ADD CONSTRAINT payout_lines_state_check CHECK (state IN ('tied', 'doubtful', 'own_gift', 'same', 'voided'));

-- Only the employer's part of a line belonged to the deleted match.
CREATE OR REPLACE FUNCTION loosen_payout_lines(donation_ids bigint[])
  RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp
AS $$
  WITH loose AS (
    UPDATE payout_lines l SET state = 'doubtful', tied_by = NULL, tied_at = NULL, match_organization_id = NULL, donation_id = NULL
    FROM donations d
    WHERE d.id = ANY (donation_ids) AND l.donation_id = d.id
      AND (d.organization_id = ANY (tenant_organizations()) OR crosses_organizations())
    RETURNING l.organization_id, l.payout_id, coalesce(l.counted_cents, l.gift_cents + l.match_cents) AS cents
  ), sums AS (
    SELECT organization_id, payout_id, sum(cents) AS cents, count(*) AS lines FROM loose GROUP BY 1, 2
  )
  UPDATE payouts p SET tied_cents = p.tied_cents - s.cents, waiting_cents = p.waiting_cents + s.cents,
    waiting_lines = p.waiting_lines + s.lines
  FROM sums s WHERE p.organization_id = s.organization_id AND p.id = s.payout_id
$$;
