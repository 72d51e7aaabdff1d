-- A file that changes many companies is one line of the trail; what it did to each company is a line of its own, with the
-- company, and can be taken back by itself.
ALTER TABLE directory_changes DROP CONSTRAINT directory_changes_kind_check;
ALTER TABLE directory_changes ADD CONSTRAINT directory_changes_kind_check
  CHECK (kind IN ('added', 'company', 'policy', 'merge', 'platform', 'rate', 'form', 'file'));
ALTER TABLE directory_changes ADD COLUMN part_of bigint REFERENCES directory_changes;
CREATE INDEX directory_changes_parts ON directory_changes (part_of) WHERE part_of IS NOT NULL;
