-- Until when refunds, disputes and credit notes were listed. Null where only events were listened to, as before they were entered: the
-- first look goes back as far as they change.
ALTER TABLE stripe_reconciliation ADD COLUMN returns_through timestamptz;
-- During an upgrade a node of the former release writes `through` alone.
ALTER TABLE stripe_reconciliation ALTER COLUMN looked_at SET DEFAULT now();
