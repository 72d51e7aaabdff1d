-- outside a transaction: mails are many
-- Which letters of thanks a report of payouts brought, and taking them back with it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS notifications_of_payout_report ON notifications (payout_report_id)
  WHERE payout_report_id IS NOT NULL;
