-- Undos that have not ended, which are begun again where their job was lost.
CREATE INDEX employer_resolutions_undoing ON employer_resolutions (undone_at) WHERE undo_done_at IS NULL;
