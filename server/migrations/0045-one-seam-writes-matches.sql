-- A match changes through one function of the product, which writes history, evaluation and mail with it and marks the
-- transaction meanwhile. Whoever else writes status, payment state or parts is refused, but for the table's owner, who
-- migrates.
CREATE FUNCTION only_the_seam_writes_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_has_role((SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE')
    AND coalesce(current_setting('app.changing_matches', true), '') <> 'on' THEN
    RAISE EXCEPTION 'matches are written by changeMatches alone' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER only_the_seam_inserts BEFORE INSERT ON donations
  FOR EACH STATEMENT EXECUTE FUNCTION only_the_seam_writes_matches();
CREATE TRIGGER only_the_seam_updates
  BEFORE UPDATE OF status_id, previous_status_id, payment_state, merged_into_id ON donations
  FOR EACH STATEMENT EXECUTE FUNCTION only_the_seam_writes_matches();
CREATE TRIGGER only_the_seam_deletes BEFORE DELETE ON donations
  FOR EACH STATEMENT EXECUTE FUNCTION only_the_seam_writes_matches();
