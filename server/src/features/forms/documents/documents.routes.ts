import { documents } from '@twofold/contract'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { acrossOrganizations, inTenant, readOnly, type Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound, orNotFound } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { readOrganization } from '../../core/organizations/index.ts'
import { type Authenticators, issueTicket, openDownload } from '../../core/users/index.ts'
import { findDocument, findLogo, type StoredDocument } from './documents.queries.ts'
import { readDocument } from './read-document.ts'
import { readFileForm } from './read-file-form.ts'
import { deleteDocument, deleteLogo, saveDocument, saveLogo } from './save-documents.ts'

// A new image gets a new address.
const cacheForever = 'public, max-age=31536000, immutable'

const documentTicket = 'document'
const ticketParameters = z.object({ docId: z.number() })

export const documentRoutes = (authenticators: Authenticators): ServedRoute[] => [
  serve(documents.uploadFile, async (call) => {
    const { file, fields } = await readFileForm(call.request)
    if (fields.type === 'logo') await saveLogo(call, file)
    else await saveDocument(call, file, fields)
    const organization = await readOrganization(call)
    return {
      documents: organization.documents,
      file_logo: organization.file_logo,
      file_w9: organization.file_w9,
      file_irs: organization.file_irs,
    }
  }),

  serve(documents.deleteDocument, async (call) => {
    await deleteDocument(call, call.params.docId)
    return { organization: await readOrganization(call) }
  }),

  serve(documents.deleteLogo, async (call) => {
    await deleteLogo(call)
    return { organization: await readOrganization(call) }
  }),

  serve(documents.downloadDocument, async ({ platform, tenant, params, reply }) =>
    sendDocument(platform, tenant, params.docId, reply),
  ),

  serve(documents.getDocumentTicket, async ({ platform, tenant, caller, params }) => {
    const { docId } = params
    await getDocument(platform, tenant, docId)
    const ticketRequest = { caller, purpose: documentTicket, parameters: { docId } }
    return { url: `${documents.openDocument.path}?ticket=${await issueTicket(platform, tenant, ticketRequest)}` }
  }),

  serve(documents.openDocument, async ({ platform, request, reply, query: { ticket } }) => {
    const { authorization } = request.headers
    const download = await openDownload(platform, authenticators, { purpose: documentTicket, ticket, authorization })
    return sendDocument(platform, download.tenant, ticketParameters.parse(download.parameters).docId, reply)
  }),

  serve(documents.showLogo, async ({ platform, params, reply }) => {
    const name = await acrossOrganizations(readOnly(platform.database), (db) => findLogo(db, params.id))
    if (name === null || name !== params.name) throw notFound()
    const bytes = await platform.files.read(name.slice(0, name.lastIndexOf('.')))
    return reply
      .header('cache-control', cacheForever)
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .type(name.endsWith('.png') ? 'image/png' : 'image/jpeg')
      .send(bytes)
  }),
]

async function getDocument(platform: Platform, tenant: Tenant, docId: number): Promise<StoredDocument> {
  return orNotFound(
    await inTenant(readOnly(platform.database), tenant, (db) => findDocument(db, tenant.organizationId, docId)),
  )
}

async function sendDocument(
  platform: Platform,
  tenant: Tenant,
  docId: number,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const document = await getDocument(platform, tenant, docId)
  const bytes = await readDocument(platform, document)
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', attachment(document.file_name))
    .header('content-security-policy', "sandbox; default-src 'none'")
    .type(document.media_type)
    .send(bytes)
}

/** RFC 6266: an ASCII name for old clients, followed by the real one. */
const attachment = (name: string): string =>
  `attachment; filename="${name.replaceAll(/[^\w .()-]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name)}`
