import { closing } from '@twofold/contract'
import { type Sql, sql } from '../../../platform/database/sql.ts'

const { reopenDays, warnDays } = closing

/**
 * When the first letter that says the day was sent, since the organization (o) was closed: one that waits, failed or was held
 * back told nobody. A chapter that was closed with its parent goes with it, and so by the parent's letter.
 */
export const toldAt: Sql = sql`(SELECT min(m.sent_at) FROM account_mails m
  WHERE m.kind = 'erasure-soon' AND m.state = 'sent' AND m.created_at >= o.cancelled_at
    AND m.parameters ->> 'organizationId' = coalesce(
      (SELECT p.id FROM organizations p WHERE p.id = o.parent_id AND p.cancelled_at = o.cancelled_at), o.id)::text)`

/**
 * When everything in an organization (o) is erased: its days after it was closed, and never sooner than the days after its
 * administrators were told; while the letter waits, after it was queued, so that they can still reopen it. Null for one that is open or erased, and where we closed it or its parent.
 */
export const erasesAt: Sql = sql`CASE WHEN NOT o.rule_deactivated AND o.erased_at IS NULL
  AND NOT EXISTS (SELECT FROM organizations p WHERE p.id = o.parent_id AND p.rule_deactivated)
  THEN greatest(o.cancelled_at + make_interval(days => ${reopenDays}), CASE WHEN o.erasure_warned_at >= o.cancelled_at
    THEN greatest(o.erasure_warned_at, ${toldAt}) + make_interval(days => ${warnDays}) END) END`
