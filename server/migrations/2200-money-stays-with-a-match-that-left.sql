-- What a match has received is the sum of the lines tied to it, whoever's payout they are in: a chapter that left keeps what its former
-- parent's payouts brought, and cannot see those.
CREATE FUNCTION lines_paying(donations bigint[])
RETURNS TABLE (id bigint, donation_id bigint, cents bigint, balance_cents bigint, day date, payer text, reference text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT l.id, l.donation_id, l.gift_cents + l.match_cents, l.balance_cents,
    coalesce(p.paid_on, p.period_end, p.created_at::date), p.payer, p.reference
  FROM payout_lines l JOIN payouts p ON p.organization_id = l.organization_id AND p.id = l.payout_id
  WHERE l.donation_id = ANY (donations)
    AND (l.match_organization_id = ANY (tenant_organizations()) OR crosses_organizations())
$$;
