import { sql } from '../database/sql.ts'

/** Renewed while the worker lives. By the database's clock: nodes whose clocks differ must not take each other's rows. */
export const leaseSeconds = 30

/** SQL: the name of this node, which all of its connections have (`openDatabase`). */
export const thisNode = sql`current_setting('application_name')`

/**
 * SQL: the row is free: its lease has run out, and the node that was handing it over (`handed_by`) is gone, or is this one. A
 * node that is connected and silent is frozen: it may go on, so its rows wait for ten minutes.
 */
export const isFree = sql`(locked_until IS NULL OR locked_until < clock_timestamp() AND (
  handed_by IS NULL OR handed_by = ${thisNode} OR locked_until < clock_timestamp() - interval '10 minutes'
  OR NOT EXISTS (SELECT FROM pg_stat_activity a WHERE a.datname = current_database() AND a.application_name = handed_by)))`
