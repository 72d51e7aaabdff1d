-- When an account could not be erased: others come first, and it is tried again.
ALTER TABLE erasing_people ADD tried_at timestamptz;
