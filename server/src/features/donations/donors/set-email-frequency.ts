import type { Db } from '../../../platform/database/database.ts'
import { insertDonorEvents, updateReducedFrequency } from './change.queries.ts'

/** An unchanged choice is not logged. */
export async function setEmailFrequency(
  db: Db,
  donor: { readonly organizationId: number; readonly donorId: number },
  choice: { readonly fewer: boolean; readonly now: Date },
): Promise<void> {
  if (!(await updateReducedFrequency(db, donor, choice))) return
  const action = choice.fewer ? 'fewer_mails' : 'all_mails'
  await insertDonorEvents(
    db,
    [{ organization_id: donor.organizationId, donor_id: donor.donorId, action, changes: [] }],
    { userId: null, now: choice.now },
  )
}
