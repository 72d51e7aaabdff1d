import { z } from 'zod'
import { organization, organizationDocument } from '../core/organizations.ts'
import { route } from '../shared/route.ts'
import { inOrganization, organizationPath, ticketQuery, wireId } from '../shared/wire.ts'

export const documentLimits = { documents: 5, megabytes: 10 } as const

export const documentMessages = {
  logo: 'Please select a PNG or JPG file',
  document: 'Please select a PDF, Word, PNG or JPG file',
  letter: 'Please select a PDF, PNG or JPG file',
  active: 'This PDF contains a script, program or attachment. Print it to a new PDF and upload that one.',
  unchecked: 'We couldn’t check this PDF. Print it to a new PDF and upload that one.',
  encrypted: 'This PDF is locked with a password. Save it without one so we can include it in match packets.',
  tooLarge: 'This file is larger than 10 MB.',
  noFile: 'Choose a file to upload.',
  empty: 'This file is empty.',
  noName: 'Enter a name for this document.',
  full: 'You can keep up to five documents. Replace or delete one first.',
} as const

const blankAsMissing = (value: unknown): unknown =>
  typeof value === 'string' && /^(0|null|undefined|new)?$/.test(value.trim()) ? undefined : value

export const uploadFields = z.object({
  name: z.string().trim().max(200, 'Use at most 200 characters').default(''),
  type: z.preprocess(blankAsMissing, z.enum(['logo', 'w9', 'irs', 'document']).optional()),
  file_id: z
    .preprocess(blankAsMissing, z.literal(['w9', 'irs']).or(wireId).optional())
    .describe('ID of the document to replace, or `w9` or `irs`; omit to add a document'),
})
export type UploadFields = z.output<typeof uploadFields>

export const uploadFile = route('POST', '/api/organization/{id}/upload', {
  name: 'uploadFile',
  summary: 'Upload the logo, the W-9, the IRS letter, or one of up to five documents, as the multipart field `file`',
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  body: uploadFields,
  bodyKind: 'multipart',
  response: z.object({
    documents: z.array(organizationDocument),
    file_logo: z.string().nullable(),
    file_w9: z.string().nullable(),
    file_irs: z.string().nullable(),
  }),
})

const documentPath = organizationPath.extend({ docId: wireId })

export const deleteDocument = route('DELETE', '/api/organization/{id}/document/{docId}', {
  name: 'deleteDocument',
  summary: 'Delete a document',
  access: 'write',
  scope: 'organization',
  apiKeys: true,
  params: documentPath,
  response: z.object({ organization }),
})

export const deleteLogo = route('DELETE', '/api/organization/{id}/logo', {
  name: 'deleteLogo',
  summary: 'Delete the logo',
  access: 'write',
  apiKeys: true,
  ...inOrganization,
  response: z.object({ organization }),
})

export const downloadDocument = route('GET', '/api/organization/{id}/document/{docId}', {
  name: 'downloadDocument',
  summary: 'Download a document as uploaded',
  access: 'read',
  scope: 'organization',
  apiKeys: true,
  params: documentPath,
  response: z.unknown(),
  responseKind: 'file',
})

export const getDocumentTicket = route('GET', '/api/organization/{id}/document/{docId}/ticket', {
  name: 'getDocumentTicket',
  summary: 'Create a one-time download link to a document, valid for 60 seconds; needs no token',
  access: 'read',
  scope: 'organization',
  params: documentPath,
  response: z.object({ url: z.string() }),
})

export const openDocument = route('GET', '/api/download/document', {
  name: 'openDocument',
  summary: 'A document as an attachment, for the holder of a ticket',
  access: 'public',
  query: ticketQuery,
  response: z.unknown(),
  responseKind: 'file',
  internal: true,
})

/** Emails and the sidebar send no token. The random file name protects the logo. */
export const showLogo = route('GET', '/api/organization/{id}/logo/{name}', {
  name: 'showLogo',
  summary: 'The logo of an organization',
  access: 'public',
  params: organizationPath.extend({ name: z.string().regex(/^[\w-]{32}\.(png|jpg)$/) }),
  response: z.unknown(),
  responseKind: 'file',
})
