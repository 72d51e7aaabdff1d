ALTER TABLE directory_changes DROP CONSTRAINT directory_changes_kind_check;
ALTER TABLE directory_changes ADD CONSTRAINT directory_changes_kind_check
  CHECK (kind IN ('added', 'company', 'policy', 'merge', 'platform', 'rate', 'form'));
