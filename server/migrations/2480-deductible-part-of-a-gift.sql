-- Whether a company matches the tax-deductible part of a gift only. Unknown counts as yes.
ALTER TABLE policies
  ADD COLUMN deductible_part_only text NOT NULL DEFAULT 'unknown' CHECK (deductible_part_only IN ('yes', 'no', 'unknown'));
