-- The day on which the employer was asked, kept while the request stands or has been answered; taken off when the match goes
-- back to whoever has still to ask. It follows from the status, so that nobody who writes one can forget it.
ALTER TABLE donations ADD submitted_on date;

CREATE FUNCTION note_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.status_id = 4 THEN
    NEW.submitted_on = coalesce(NEW.submitted_on, (NEW.status_changed_at AT TIME ZONE 'UTC')::date);
  ELSIF NEW.status_id NOT IN (1, 11, 12, 13, 16) THEN
    NEW.submitted_on = NULL;
  END IF;
  RETURN NEW;
END $$;

ALTER TABLE donations DISABLE TRIGGER summarize_updated;
UPDATE donations d SET submitted_on = e.day
FROM (
  SELECT organization_id, donation_id, (max(at) AT TIME ZONE 'UTC')::date AS day FROM donation_events
  WHERE to_status_id = 4 AND from_status_id IS DISTINCT FROM 4 GROUP BY 1, 2) e
WHERE d.organization_id = e.organization_id AND d.id = e.donation_id AND d.status_id IN (1, 4, 11, 12, 13, 16);
UPDATE donations SET submitted_on = (status_changed_at AT TIME ZONE 'UTC')::date
WHERE status_id = 4 AND submitted_on IS NULL;
ALTER TABLE donations ENABLE TRIGGER summarize_updated;

CREATE TRIGGER note_request_of_new BEFORE INSERT ON donations
  FOR EACH ROW WHEN (NEW.status_id = 4) EXECUTE FUNCTION note_request();
CREATE TRIGGER note_request BEFORE UPDATE OF status_id ON donations
  FOR EACH ROW WHEN (NEW.status_id <> OLD.status_id) EXECUTE FUNCTION note_request();
