-- A version of a policy holds for gifts of some days; blank is from ever and for ever. Of one company several versions may
-- count, each on days of its own.
ALTER TABLE policies ADD COLUMN valid_from date, ADD COLUMN valid_to date, ADD CHECK (valid_to >= valid_from);
DROP INDEX policies_current;
CREATE UNIQUE INDEX policies_current ON policies (company_id, coalesce(valid_from, '-infinity')) WHERE superseded_at IS NULL;
