-- What Stripe tells of a payment may change for months: a dispute is won, a refund fails. Looked for once a day.
CREATE INDEX payments_of_stripe_by_day ON payments (entered_at, id) WHERE external_id IS NOT NULL AND how <> 'stripe';
