-- Who holds people asks for their family next, under the same lock: one statement for both.
CREATE FUNCTION hold_people(ids bigint[], donation_ids bigint[], donor_ids bigint[]) RETURNS bigint[] LANGUAGE plpgsql AS $$
BEGIN
  PERFORM lock_people(ids, donation_ids, donor_ids);
  RETURN families_of(ids);
END $$;

-- What can no longer be taken back is forgotten for all organizations at once, off the way of those who press.
DROP INDEX match_undos_by_age;
CREATE INDEX match_undos_by_age ON match_undos (at);
