-- The version that a change led to: whoever read an earlier one has not seen it.
ALTER TABLE donation_events ADD COLUMN version integer;
