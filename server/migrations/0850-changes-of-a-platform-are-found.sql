-- Whether a change of a platform is the last that stands is asked for each line of the trail.
CREATE INDEX directory_changes_of_platform ON directory_changes ((undo -> 'platform' ->> 'id'), id) WHERE kind = 'platform';
