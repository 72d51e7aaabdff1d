-- Payment by Stripe: what was begun there, what it is asked to collect, and what it told us.
ALTER TABLE organizations
  -- since when a card of theirs is there: invoices issued from then on are charged to it; null: they are paid to us
  ADD stripe_card_since timestamptz;
CREATE INDEX organizations_by_stripe_customer ON organizations (stripe_customer_id) WHERE stripe_customer_id IS NOT NULL;

CREATE TABLE stripe_checkouts (
  organization_id bigint NOT NULL REFERENCES organizations ON DELETE CASCADE,
  session_id text NOT NULL,
  -- the plan that is chosen when it is completed, and who chooses it
  plan text NOT NULL,
  user_id bigint NOT NULL REFERENCES users,
  opened_at timestamptz NOT NULL,
  completed_at timestamptz,
  expired_at timestamptz,
  CHECK (completed_at IS NULL OR expired_at IS NULL),
  PRIMARY KEY (organization_id, session_id)
);
CREATE INDEX stripe_checkouts_by_session ON stripe_checkouts (session_id);
CREATE INDEX stripe_checkouts_open ON stripe_checkouts (organization_id, session_id)
  WHERE completed_at IS NULL AND expired_at IS NULL;
CREATE INDEX stripe_checkouts_of_user ON stripe_checkouts (user_id);
CALL protect_organization_table('stripe_checkouts');

ALTER TABLE invoices
  -- what is asked for there, since when it is meant to be asked for; its payment is entered by Stripe's word alone
  ADD stripe_cents bigint,
  -- `refused`: Stripe would not take it, so it is paid to us, as one is that it gave up
  ADD stripe_state text CHECK (stripe_state IN ('open', 'paid', 'void', 'uncollectible', 'refused')),
  -- null until Stripe's answer came
  ADD stripe_invoice_id text,
  ADD pay_url text,
  ADD CHECK (num_nulls(stripe_cents, stripe_state) IN (0, 2));
CREATE INDEX invoices_by_stripe_id ON invoices (stripe_invoice_id) WHERE stripe_invoice_id IS NOT NULL;
CREATE INDEX invoices_open_at_stripe ON invoices (organization_id, id) WHERE stripe_state = 'open';
CREATE INDEX invoices_not_settled ON invoices (organization_id, id) WHERE total_cents <> paid_cents;

-- of the provider: the invoice there, so that its payment is entered once
ALTER TABLE payments ADD external_id text;
CREATE UNIQUE INDEX payments_once ON payments (organization_id, external_id) WHERE external_id IS NOT NULL;

-- Belongs to no organization: who an event is about is asked of Stripe when it is applied.
CREATE TABLE stripe_events (
  id text PRIMARY KEY,
  type text NOT NULL,
  object_id text NOT NULL,
  created_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  applied_at timestamptz
);
CREATE INDEX stripe_events_by_time ON stripe_events (created_at);
-- One row: events until then were listed.
CREATE TABLE stripe_reconciliation (
  is_one boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  through timestamptz NOT NULL
);
