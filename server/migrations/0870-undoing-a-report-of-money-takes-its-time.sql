-- A report of thousands of lines takes seconds to undo: it is a job of its own, and seen while it runs.
ALTER TABLE payout_reports
  DROP CONSTRAINT payout_reports_state_check,
  ADD CONSTRAINT payout_reports_state_check CHECK (state IN ('queued', 'running', 'done', 'failed', 'undoing', 'undone'));
