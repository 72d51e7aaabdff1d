-- An upload of thousands of gifts takes seconds to undo: it is a job of its own, seen while it runs, and looked for every minute
-- where nobody works on it any more.
ALTER TABLE imports
  DROP CONSTRAINT imports_state_check,
  ADD CONSTRAINT imports_state_check CHECK (state IN ('queued', 'running', 'done', 'failed', 'undoing', 'undone')),
  ADD COLUMN undoing_since timestamptz;
CREATE INDEX imports_undoing ON imports (organization_id, id) WHERE state = 'undoing';
