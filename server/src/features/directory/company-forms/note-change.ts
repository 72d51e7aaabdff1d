import { type By, recordChange, type Work } from '../editor/record-change.ts'
import { lockCompany } from './forms.queries.ts'

/** Writes the line of the directory's trail. A form that came or went decides what donors are told, so matches are looked at again. */
export async function noteFormChange(work: Work, by: By, companyId: number, from: string, to: string): Promise<void> {
  const came = from === '' || to === ''
  await recordChange(work, by, {
    kind: 'form',
    companyId,
    subject: (await lockCompany(work.db, companyId)) ?? '',
    changes: [{ term: 'Form', from, to }],
    undo: { superseded: [], entered: [] },
    lookedAt: came ? [companyId] : [],
  })
}
