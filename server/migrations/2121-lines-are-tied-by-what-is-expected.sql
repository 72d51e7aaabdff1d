-- A line of a check that somebody typed in may be tied by what the employer is expected to pay.
ALTER TABLE payout_lines DROP CONSTRAINT payout_lines_tied_by_check,
  ADD CONSTRAINT payout_lines_tied_by_check
    CHECK (tied_by IN ('id', 'email_amount_date', 'expected', 'earlier_line', 'person', 'new'));
