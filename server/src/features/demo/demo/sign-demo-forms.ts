import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { findMatchFacts } from '../../email/match-facts/index.ts'
import { findForm } from '../../forms/company-forms/index.ts'
import {
  createSignedDocument,
  fillMatchForm,
  findMatchForm,
  openMatchForm,
  saveAnswers,
  saveSignedDocument,
} from '../../forms/signatures/index.ts'
import { listFormGifts } from './demo.queries.ts'

/** Each takes about a quarter of a second. */
const maxSignedForms = 6

const consent = 'I agree to sign this form electronically, and that my name here is my signature.'

export async function signDemoForms(db: Db, platform: Platform, ids: readonly number[]): Promise<void> {
  const at = platform.clock()
  for (const gift of await listFormGifts(db, ids, maxSignedForms)) {
    const match = { organizationId: gift.organization_id, donationId: gift.id }
    const form = await findForm(db, gift.company_id)
    const facts = await findMatchFacts(db, { ...match, donorId: gift.donor_id, now: at })
    if (!form || !facts) continue
    await openMatchForm(db, match, { companyId: gift.company_id, now: at })
    await saveAnswers(db, match, { employee_id: String(100_000 + gift.id), donor_phone: '(217) 555-0142' })
    const openForm = await findMatchForm(db, match)
    if (!openForm) continue
    const document = await fillMatchForm(platform, form, openForm, facts)
    const by = { name: facts.donor.name, drawing: '', consent, address: '203.0.113.24', userAgent: 'Demo' }
    const signedDocument = await createSignedDocument(platform, { facts, form, ...by }, document, at)
    await saveSignedDocument(db, match, signedDocument, await platform.files.keep(signedDocument.bytes))
  }
}
