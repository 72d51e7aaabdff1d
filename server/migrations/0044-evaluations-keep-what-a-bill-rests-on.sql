-- What the estimate was computed from, so that a bill can be recomputed years later; null in evaluations from before.
ALTER TABLE evaluations
  ADD COLUMN reason_code text,
  ADD COLUMN campaign_id bigint,
  -- the gift, or the gifts that the match stood for
  ADD COLUMN amount_cents bigint,
  ADD COLUMN currency text,
  ADD COLUMN estimated_cents bigint,
  ADD COLUMN estimate_is_certain boolean,
  -- the campaign's, else the company's
  ADD COLUMN ratio text,
  -- what each limit left, in cents of the policy's currency; null: none, or none that is known
  ADD COLUMN gift_limit_cents bigint,
  ADD COLUMN year_left_cents bigint,
  ADD COLUMN lifetime_left_cents bigint;
