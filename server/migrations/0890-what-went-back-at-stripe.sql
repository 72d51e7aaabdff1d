-- When Stripe was last looked at, also where the key may not read all of it, and until when it was looked at whole: what may not be
-- read yet is looked for again, and asks no more often.
ALTER TABLE stripe_reconciliation ADD COLUMN looked_at timestamptz;
UPDATE stripe_reconciliation SET looked_at = through;
ALTER TABLE stripe_reconciliation ALTER COLUMN looked_at SET NOT NULL;
ALTER TABLE stripe_reconciliation ALTER COLUMN through DROP NOT NULL;

-- That a card was refused is said as long as Stripe still tries to collect.
ALTER TABLE invoices ADD COLUMN card_refused_at timestamptz;
ALTER TABLE invoices ADD COLUMN card_tried_again_at timestamptz;
