-- What a change of a policy made of matches is kept under this (match_undos) and goes back as it was. Null: they are judged again, as
-- where gifts still waited to be looked at for another reason.
ALTER TABLE directory_changes ADD COLUMN undo_id uuid;
-- By the moment at which gifts are due for it.
CREATE INDEX directory_changes_of_matches ON directory_changes ((coalesce(undone_at, at))) WHERE undo_id IS NOT NULL;
