-- A match changes through one function of the product, which writes history, evaluation and mail with it and marks the
-- transaction meanwhile. Whoever else writes status, payment state or parts is refused. Whom row-level security does not
-- bind (migrations, a super user at work) is not bound by this either.
CREATE FUNCTION only_the_seam_writes_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF row_security_active('donations') AND coalesce(current_setting('app.changing_matches', true), '') <> 'on' THEN
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
