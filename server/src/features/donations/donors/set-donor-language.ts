import type { Db } from '../../../platform/database/database.ts'
import { insertDonorEvents, updateDonorLanguage } from './change.queries.ts'

/** Later files do not change it. */
export async function setDonorLanguage(
  db: Db,
  donor: { readonly organizationId: number; readonly donorId: number },
  { language, now }: { readonly language: string; readonly now: Date },
): Promise<void> {
  if (!(await updateDonorLanguage(db, donor, language))) return
  await insertDonorEvents(
    db,
    [{ organization_id: donor.organizationId, donor_id: donor.donorId, action: 'language', changes: [] }],
    { userId: null, now },
  )
}
