-- a match that an undone change of the directory could not take back to its former status
ALTER TABLE match_undos ADD COLUMN not_restored boolean NOT NULL DEFAULT false;
CREATE INDEX match_undos_not_restored ON match_undos (undo_id, donation_id) WHERE not_restored;
