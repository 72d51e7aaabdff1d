-- Lines that match no gift wait for a yes, gifts that donors made themselves are no money of employers, and one payment that is told of
-- twice counts once.
ALTER TABLE payout_lines
  -- What the line brings to its match. Null, in lines of before: gift and match together.
  ADD COLUMN counted_cents bigint,
  -- No gift here fits it.
  ADD COLUMN unmatched boolean NOT NULL DEFAULT false,
  -- It may tell of the same payment as this line.
  ADD COLUMN repeats_line_id bigint,
  -- Of a line in state same: the line that counts, and what it was before.
  ADD COLUMN same_line_id bigint,
  ADD COLUMN before_same jsonb,
  DROP CONSTRAINT payout_lines_state_check,
  ADD CONSTRAINT payout_lines_state_check CHECK (state IN ('tied', 'doubtful', 'own_gift', 'same')),
  ADD CONSTRAINT payout_lines_same_check CHECK ((state = 'same') = (before_same IS NOT NULL)),
  ADD FOREIGN KEY (organization_id, repeats_line_id) REFERENCES payout_lines (organization_id, id) ON DELETE SET NULL (repeats_line_id),
  ADD FOREIGN KEY (organization_id, same_line_id) REFERENCES payout_lines (organization_id, id) ON DELETE SET NULL (same_line_id);

CREATE INDEX payout_lines_repeating ON payout_lines (organization_id, repeats_line_id) WHERE repeats_line_id IS NOT NULL;
CREATE INDEX payout_lines_same ON payout_lines (organization_id, same_line_id) WHERE same_line_id IS NOT NULL;

-- Donors' own gifts that a platform forwarded: gross = tied + waiting + own gifts + what no line explains.
ALTER TABLE payouts ADD COLUMN own_gift_cents bigint NOT NULL DEFAULT 0;

ALTER TABLE payout_reports
  ADD COLUMN unmatched integer NOT NULL DEFAULT 0,
  ADD COLUMN own_gifts integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION lines_paying(donations bigint[])
RETURNS TABLE (id bigint, donation_id bigint, cents bigint, balance_cents bigint, day date, payer text, reference text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.id, l.donation_id, coalesce(l.counted_cents, l.gift_cents + l.match_cents), l.balance_cents,
    coalesce(p.paid_on, p.period_end, p.created_at::date), p.payer, p.reference
  FROM payout_lines l JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
  WHERE l.donation_id = ANY (donations)
    AND (l.match_organization_id = ANY (tenant_organizations()) OR crosses_organizations())
$$;
