-- A report that may be another organization's is asked about before anything of it is recorded.
ALTER TABLE payout_reports
  ADD COLUMN question jsonb,
  ADD COLUMN answered_at timestamptz,
  DROP CONSTRAINT payout_reports_state_check,
  ADD CONSTRAINT payout_reports_state_check
    CHECK (state IN ('queued', 'running', 'asking', 'done', 'failed', 'undoing', 'undone'));
