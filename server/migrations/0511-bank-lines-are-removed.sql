-- A line that was typed wrongly is removed, and can be brought back with the payout that it was.
ALTER TABLE bank_lines
  ADD COLUMN removed_at timestamptz,
  ADD COLUMN removed_from bigint,
  ADD CONSTRAINT bank_lines_removed_from_fkey FOREIGN KEY (organization_id, removed_from) REFERENCES payouts
    ON DELETE SET NULL (removed_from),
  -- its payout may arrive with another line meanwhile
  ADD CONSTRAINT bank_lines_removed_check CHECK (removed_at IS NULL OR payout_id IS NULL);
