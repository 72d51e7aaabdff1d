import type { Db } from '../../../platform/database/database.ts'
import { insertDonorEvents, updateDonorLanguage } from './change.queries.ts'

/** Saves a donor's choice of language, which later files do not change. */
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
