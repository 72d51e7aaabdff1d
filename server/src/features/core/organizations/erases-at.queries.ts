import { closing } from '@twofold/contract'
import { type Sql, sql } from '../../../platform/database/sql.ts'

const { reopenDays, warnDays } = closing

/** SQL: when the first letter with the erasure day was sent. A parent's letter covers chapters closed with it. */
export const notifiedAt: Sql = sql`(SELECT min(m.sent_at) FROM account_mails m
  WHERE m.kind = 'erasure-soon' AND m.state = 'sent' AND m.created_at >= o.cancelled_at
    AND m.parameters ->> 'organizationId' = coalesce(
      (SELECT p.id FROM organizations p WHERE p.id = o.parent_id AND p.cancelled_at = o.cancelled_at), o.id)::text)`

/**
 * SQL: `reopenDays` after closing, and at least `warnDays` after the administrators' letter was sent or queued.
 * Null for an organization that is open or erased, or that we deactivated directly or through its parent.
 */
export const erasesAt: Sql = sql`CASE WHEN NOT o.rule_deactivated AND o.erased_at IS NULL
  AND NOT EXISTS (SELECT FROM organizations p WHERE p.id = o.parent_id AND p.rule_deactivated)
  THEN greatest(o.cancelled_at + make_interval(days => ${reopenDays}), CASE WHEN o.erasure_warned_at >= o.cancelled_at
    THEN greatest(o.erasure_warned_at, ${notifiedAt}) + make_interval(days => ${warnDays}) END) END`
