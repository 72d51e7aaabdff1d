-- Lines from before 2460 counted a donor's own gift as money from the employer. Both amounts are in the row, so what matches received,
-- what payouts come to and what a plan by received money charges are corrected. The status of a match stays as it is.
CREATE TEMPORARY TABLE corrected_lines ON COMMIT DROP AS
SELECT organization_id, id, payout_id, match_organization_id, donation_id,
  CASE WHEN kind = 'gift' THEN 0 ELSE match_cents END - gift_cents - match_cents AS change
FROM payout_lines WHERE counted_cents IS NULL;

UPDATE payout_lines l SET counted_cents = l.match_cents
FROM corrected_lines c WHERE l.organization_id = c.organization_id AND l.id = c.id;

UPDATE payout_lines l SET state = 'own_gift', tied_by = NULL, tied_at = NULL, candidates = '[]', unmatched = false,
  match_organization_id = NULL, donation_id = NULL
FROM corrected_lines c WHERE l.organization_id = c.organization_id AND l.id = c.id AND l.kind = 'gift' AND l.state <> 'same';

INSERT INTO payout_entries (organization_id, line_id, match_organization_id, donation_id, cents, why, at)
SELECT organization_id, id, match_organization_id, donation_id, change, 'The donor’s own gift is no money from the employer', now()
FROM corrected_lines WHERE donation_id IS NOT NULL AND change <> 0 ORDER BY id;

UPDATE payouts p SET waiting_lines = s.waiting_lines, tied_cents = s.tied_cents, waiting_cents = s.waiting_cents,
  own_gift_cents = s.own_gift_cents
FROM (
  SELECT l.organization_id, l.payout_id, count(*) FILTER (WHERE l.state = 'doubtful') AS waiting_lines,
    coalesce(sum(l.counted_cents) FILTER (WHERE l.state = 'tied'), 0) AS tied_cents,
    coalesce(sum(l.counted_cents) FILTER (WHERE l.state = 'doubtful'), 0) AS waiting_cents,
    coalesce(sum(l.gift_cents + l.match_cents - CASE WHEN l.state = 'own_gift' THEN 0 ELSE l.counted_cents END)
      FILTER (WHERE l.state <> 'same'), 0) AS own_gift_cents
  FROM payout_lines l
  WHERE (l.organization_id, l.payout_id) IN (SELECT organization_id, payout_id FROM corrected_lines)
  GROUP BY 1, 2) s
WHERE p.organization_id = s.organization_id AND p.id = s.payout_id;

UPDATE donations d SET received_cents = s.cents, received_at = CASE WHEN s.cents <> 0 THEN d.received_at END,
  payment_state = CASE WHEN s.cents > 0 THEN d.payment_state ELSE coalesce(s.payment_before, 'none') END
FROM (
  SELECT c.match_organization_id, c.donation_id,
    (SELECT coalesce(sum(l.counted_cents), 0) FROM payout_lines l WHERE l.donation_id = c.donation_id) AS cents,
    (SELECT b.payment_state FROM matches_before_payouts b
      WHERE b.organization_id = c.match_organization_id AND b.donation_id = c.donation_id) AS payment_before
  FROM corrected_lines c WHERE c.donation_id IS NOT NULL AND c.change <> 0 GROUP BY 1, 2) s
WHERE d.organization_id = s.match_organization_id AND d.id = s.donation_id AND d.received_cents <> s.cents;

CREATE TEMPORARY TABLE corrected_charges ON COMMIT DROP AS
SELECT c.organization_id, c.donation_id, greatest(d.received_cents, 0) AS based_on_cents,
  share_of(greatest(d.received_cents, 0), c.basis_points) AS cents
FROM match_charges c JOIN donations d ON d.organization_id = c.organization_id AND d.id = c.donation_id
WHERE c.basis = 'received' AND c.donation_id IN (SELECT donation_id FROM corrected_lines)
  AND c.cents <> 0 AND c.cents <> share_of(greatest(d.received_cents, 0), c.basis_points);

INSERT INTO ledger_entries (organization_id, at, kind, why, cents, currency, plan, basis_points, based_on_cents,
  match_organization_id, donation_id, status_id, version)
SELECT c.payer_id, now(), CASE WHEN n.cents > c.cents THEN 'bill' ELSE 'credit' END, 'received', n.cents - c.cents, c.currency, c.plan,
  c.basis_points, n.based_on_cents, c.organization_id, c.donation_id, d.status_id, d.version
FROM corrected_charges n
JOIN match_charges c ON c.organization_id = n.organization_id AND c.donation_id = n.donation_id
JOIN donations d ON d.organization_id = n.organization_id AND d.id = n.donation_id ORDER BY n.donation_id;

UPDATE match_charges c SET cents = n.cents, based_on_cents = n.based_on_cents
FROM corrected_charges n WHERE c.organization_id = n.organization_id AND c.donation_id = n.donation_id;
