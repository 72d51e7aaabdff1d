-- What the gifts of an upload would be once the setup is finished, as it was when the upload ended.
ALTER TABLE imports ADD COLUMN outcome_once_set_up jsonb;
