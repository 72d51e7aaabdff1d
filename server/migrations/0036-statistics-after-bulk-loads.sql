-- What the planner believes of the tables that an upload fills by the thousand; autovacuum comes to it minutes later. Only an
-- owner may look, so the product asks by way of this function. It reads a sample and changes nothing.
CREATE FUNCTION refresh_statistics_of_gifts() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  ANALYZE donations;
  ANALYZE donors;
  ANALYZE donation_events;
  ANALYZE notifications;
END $$;
REVOKE ALL ON FUNCTION refresh_statistics_of_gifts() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION refresh_statistics_of_gifts() TO twofold_app;
