import { companyForms } from '@twofold/contract'
import { type Mark, writeOverlay } from '../../../platform/pdf/overlay.ts'
import { overlayPdf } from '../../../platform/pdf/pdf-files.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { StoredForm } from './forms.queries.ts'

/** A source without text leaves its place blank. */
export type FormValues = Readonly<Partial<Record<companyForms.FormSource, string>>>

type FileServices = Pick<Platform, 'files'>
type Form = Pick<StoredForm, 'file_key' | 'sha256' | 'pages' | 'placements'>

/** Deterministic for the same texts and time. */
export async function fillForm({ files }: FileServices, form: Form, values: FormValues, at: Date): Promise<Uint8Array> {
  const blank = await files.read(form.file_key)
  if (!digestOf(blank).equals(form.sha256)) throw new Error('a stored form is not what was uploaded')
  return stampForm(blank, form, values, at)
}

/** `drawings` are strokes in place of text. */
export async function stampForm(
  document: Uint8Array,
  { pages, placements }: Pick<Form, 'pages' | 'placements'>,
  values: FormValues,
  at: Date,
  drawings: FormValues = {},
): Promise<Uint8Array> {
  const marks = placements.flatMap((place): Mark[] => {
    const drawing = drawings[place.source]
    if (drawing) return [{ ...place, text: drawing, kind: 'drawing' }]
    const text = values[place.source]
    return text ? [{ ...place, text, kind: isSignature(place.source) ? 'name' : 'words' }] : []
  })
  return overlayPdf(document, await writeOverlay(pages, marks, at), pages.length)
}

const isSignature = (source: companyForms.FormSource): boolean =>
  source === 'donor_signature' || source === 'nonprofit_signature'

/** Only the donor knows these values. */
export const listDonorSources = ({ placements }: Pick<Form, 'placements'>): companyForms.DonorProvidedSource[] =>
  companyForms.donorProvidedSources.filter((source) => placements.some((place) => place.source === source))

export const sampleValues: FormValues = {
  donor_name: 'Maria Gonzalez',
  donor_email: 'maria.gonzalez@example.com',
  donor_phone: '(217) 555-0142',
  donor_address: '12 Oak Street, Springfield, IL 62701',
  employee_id: '471108',
  gift_amount: '$250.00',
  gift_date: 'Nov 20, 2026',
  transaction_id: 'TX-20261120-17',
  match_id: '4711',
  company_name: 'Sample Company',
  organization_name: 'Riverbend Food Bank',
  organization_ein: '37-1550142',
  organization_address: '210 Levee Road, Springfield, IL 62701',
  organization_contact: 'Marisol Vega',
  organization_email: 'giving@example.org',
  organization_website: 'https://example.org',
  donor_signature: 'Maria Gonzalez',
  donor_signed_on: 'Nov 21, 2026',
  nonprofit_signature: 'Marisol Vega',
  nonprofit_signed_on: 'Nov 23, 2026',
  nonprofit_signer: 'Marisol Vega',
  nonprofit_title: 'Executive Director',
}
