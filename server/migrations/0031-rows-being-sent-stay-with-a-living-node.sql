-- A row of a queue belongs to the node that claimed it until `locked_until`, by the clock of the database. While a node hands it
-- over to a mail server or a receiver, `handed_by` names the node: nobody can tell whether what a frozen node was sending has
-- arrived, so it stays the node's own for as long as the node lives, which its advisory lock shows (platform/presence.ts).
ALTER TABLE account_mails ADD handed_by integer;
ALTER TABLE notifications ADD handed_by integer;
ALTER TABLE digests ADD handed_by integer;
ALTER TABLE webhook_deliveries ADD handed_by integer;

-- Ten minutes, for a node that lives and never comes round.
CREATE FUNCTION is_held(locked_until timestamptz, handed_by integer) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  SELECT CASE
    WHEN locked_until IS NULL THEN false
    WHEN locked_until >= clock_timestamp() THEN true
    WHEN handed_by IS NULL OR locked_until < clock_timestamp() - interval '10 minutes' THEN false
    ELSE EXISTS (
      SELECT FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted AND l.classid = 8963655
        AND l.objid = handed_by::oid AND l.objsubid = 2
        AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()))
    END
$$;
GRANT EXECUTE ON FUNCTION is_held(timestamptz, integer) TO twofold_app;

-- The sweeper looks at this age, and a node whose clock is ahead must not take a file that is being uploaded for an old one.
ALTER TABLE loose_files ALTER since SET DEFAULT clock_timestamp();
