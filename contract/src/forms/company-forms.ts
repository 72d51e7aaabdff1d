import { z } from 'zod'
import { route } from '../shared/route.ts'
import { wireId } from '../shared/wire.ts'

/** `asked`: the donor enters the value before signing. */
export const formSources = {
  donor_name: { label: 'Donor’s name' },
  donor_email: { label: 'Donor’s email' },
  donor_phone: { label: 'Donor’s phone', asked: true },
  donor_address: { label: 'Donor’s address', asked: true },
  employee_id: { label: 'Employee ID', asked: true },
  gift_amount: { label: 'Amount of the gift' },
  gift_date: { label: 'Date of the gift' },
  transaction_id: { label: 'Gift’s transaction ID' },
  match_id: { label: 'Twofold match number' },
  company_name: { label: 'Company’s name' },
  organization_name: { label: 'Nonprofit’s name' },
  organization_ein: { label: 'Nonprofit’s EIN' },
  organization_address: { label: 'Nonprofit’s address' },
  organization_contact: { label: 'Nonprofit’s contact person' },
  organization_email: { label: 'Nonprofit’s email' },
  organization_website: { label: 'Nonprofit’s website' },
  donor_signature: { label: 'Donor’s signature' },
  donor_signed_on: { label: 'Date of the donor’s signature' },
  nonprofit_signature: { label: 'Nonprofit’s signature' },
  nonprofit_signed_on: { label: 'Date of the nonprofit’s signature' },
  nonprofit_signer: { label: 'Nonprofit signer' },
  nonprofit_title: { label: 'Nonprofit signer’s title' },
} as const satisfies Record<string, { readonly label: string; readonly asked?: true }>
export type FormSource = keyof typeof formSources
export const formSourceIds = Object.keys(formSources).filter((id): id is FormSource => id in formSources)

export type DonorProvidedSource = 'donor_phone' | 'donor_address' | 'employee_id'
export const donorProvidedSources = [
  'donor_phone',
  'donor_address',
  'employee_id',
] as const satisfies readonly DonorProvidedSource[]

export const formLimits = { megabytes: 10, pages: 12, placements: 80, former: 20 } as const

export const formMessages = {
  kind: 'Please select a PDF file',
  locked: 'This PDF is locked with a password. Save it without one.',
  turned: 'This PDF has rotated pages. Open it and print it to a new PDF first.',
  long: `This PDF has more than ${formLimits.pages} pages.`,
  unreadable: 'This PDF can’t be read. Open it and print it to a new PDF first.',
  size: 'Use a size between 5 and 30',
  outside: 'This field is outside the page.',
  noForm: 'This company has no form here.',
  noFormer: 'This archived form is no longer available.',
  saveFailed: 'Failed to save the form.',
  showFailed: 'Failed to fill in the form.',
} as const

const points = z.number().min(0).max(5_000)
const box = { page: z.int().min(1).max(formLimits.pages), x: points, y: points, width: points, height: points }

export const placement = z.object({
  source: z.enum(formSourceIds as [FormSource, ...FormSource[]]),
  ...box,
  size: z.number(formMessages.size).min(5, formMessages.size).max(30, formMessages.size),
})
export type Placement = z.output<typeof placement>

export const formField = z.object({ name: z.string(), kind: z.enum(['text', 'check', 'signature', 'other']), ...box })
export type FormField = z.output<typeof formField>

export const formPage = z.object({ width: z.number(), height: z.number() })

export const companyForm = z.object({
  company_id: wireId,
  name: z.string(),
  uploaded_at: z.string(),
  pages: z.array(formPage).describe('page sizes in points'),
  fields: z.array(formField).describe('form fields in the file; y is measured from the top'),
  placements: z.array(placement).describe('positions of values on the pages'),
})
export type CompanyForm = z.output<typeof companyForm>

export const formRevision = z.object({
  id: wireId,
  name: z.string(),
  uploaded_at: z.string(),
  ended_at: z.string().describe('time when the form was replaced or archived'),
  ended_by: z.string(),
  places: z.number(),
})
export type FormRevision = z.output<typeof formRevision>

const path = z.object({ companyId: wireId })
const responseBody = z.object({
  form: companyForm.nullable(),
  former: z.array(formRevision).describe(`earlier forms, newest first; at most ${formLimits.former}`),
})
const places = z.object({ placements: z.array(placement).max(formLimits.placements) })

export const getCompanyForm = route('GET', '/api/directory/company/{companyId}/form', {
  name: 'getCompanyForm',
  summary: 'The form of a company with its placements, and earlier forms; `form` is null if there is none',
  access: 'super',
  params: path,
  response: responseBody,
})

export const uploadCompanyForm = route('POST', '/api/directory/company/{companyId}/form', {
  name: 'uploadCompanyForm',
  summary: 'Upload the form of a company as the multipart field `file`; replaces the current form',
  access: 'super',
  params: path,
  body: z.object({}),
  bodyKind: 'multipart',
  response: responseBody,
})

export const saveFormPlacements = route('PUT', '/api/directory/company/{companyId}/form', {
  name: 'placeCompanyForm',
  summary: 'Set the placements of values on the form of a company',
  access: 'super',
  params: path,
  body: places,
  response: responseBody,
})

export const deleteCompanyForm = route('DELETE', '/api/directory/company/{companyId}/form', {
  name: 'deleteCompanyForm',
  summary: 'Archive the form of a company; it can be restored, and signed forms are kept',
  access: 'super',
  params: path,
  response: responseBody,
})

export const showCompanyForm = route('POST', '/api/directory/company/{companyId}/form/page/{page}', {
  name: 'showCompanyForm',
  summary: 'Preview a page of the form as an image, with sample data at the given placements',
  access: 'super',
  params: path.extend({ page: z.coerce.number().int().min(1).max(1_000_000) }),
  body: places,
  response: z.object({ image: z.string().describe('PNG image as a data: URL') }),
})

export const restoreCompanyForm = route('POST', '/api/directory/company/{companyId}/form/former/{formerId}', {
  name: 'restoreCompanyForm',
  summary: 'Restore an earlier form of the company with its placements; archives the current form',
  access: 'super',
  params: path.extend({ formerId: wireId }),
  response: responseBody,
})

export const fillCompanyForm = route('POST', '/api/directory/company/{companyId}/form/filled', {
  name: 'fillCompanyForm',
  summary: 'Preview the form as a PDF, with sample data at the given placements',
  access: 'super',
  params: path,
  body: places,
  changes: false,
  response: z.unknown(),
  responseKind: 'file',
})
