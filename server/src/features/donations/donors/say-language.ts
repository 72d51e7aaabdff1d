import type { Db } from '../../../platform/database/database.ts'
import { chooseLanguage, insertDonorEvents } from './change.queries.ts'

/** A donor says which language they read: what a file says later changes nothing about it. */
export async function sayLanguage(
  db: Db,
  donor: { readonly organizationId: number; readonly donorId: number },
  { language, now }: { readonly language: string; readonly now: Date },
): Promise<void> {
  if (!(await chooseLanguage(db, donor, language))) return
  await insertDonorEvents(
    db,
    [{ organization_id: donor.organizationId, donor_id: donor.donorId, action: 'language', changes: [] }],
    { userId: null, now },
  )
}
