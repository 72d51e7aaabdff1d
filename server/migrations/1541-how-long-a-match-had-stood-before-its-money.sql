-- A match whose money is taken back has waited since it first came where it goes back to, and not since the undoing.
ALTER TABLE matches_before_payouts ADD COLUMN status_changed_at timestamptz;
