import { quickFilters } from '@twofold/matching'
import { type Sql, sql } from '../../../platform/database/sql.ts'

const waitsForDonor = sql.raw(quickFilters.donor_contacted.statusIds.join(', '))

/** The match `d` waits for its donor, who opened an email before this time. */
export const isUnanswered = (openedBefore: Date): Sql => sql`d.status_id IN (${waitsForDonor}) AND EXISTS (
  SELECT FROM notifications n WHERE n.organization_id = d.organization_id AND n.donation_id = d.id
    AND n.state IN ('sending', 'sent') AND n.first_open <= ${openedBefore}::timestamptz AND n.acted_at IS NULL)`
