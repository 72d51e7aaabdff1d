-- Two entries that are one platform: the one that goes leads to the one that stays and is in no list any more. Its row stays,
-- because payouts name it, and because a merge can be taken back.
ALTER TABLE platforms
  ADD COLUMN merged_into_id text REFERENCES platforms,
  ADD CONSTRAINT platforms_are_not_merged_into_themselves CHECK (merged_into_id <> id);
