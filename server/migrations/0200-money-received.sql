-- What employers paid for a match, beside what we expected and never instead of it. Kept with its status by the seam.
ALTER TABLE donations
  ADD received_cents bigint NOT NULL DEFAULT 0,
  ADD received_at timestamptz;
DROP TRIGGER only_the_seam_updates ON donations;
CREATE TRIGGER only_the_seam_updates
  BEFORE UPDATE OF status_id, previous_status_id, payment_state, merged_into_id, received_cents, received_at ON donations
  FOR EACH STATEMENT EXECUTE FUNCTION only_the_seam_writes_matches();
