-- Support changes nothing before it says so; denied attempts; organizations that join another one as its chapter.

-- This session of a super user may change things in the organization until then; null: it only looks.
ALTER TABLE super_visits ADD COLUMN changes_until timestamptz;
