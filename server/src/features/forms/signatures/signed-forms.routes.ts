import { signedForms } from '@twofold/contract'
import { z } from 'zod'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { type Authenticators, issueTicket, openDownload } from '../../core/users/index.ts'
import { findFormFile, presentForms, readForm } from './signed-forms.ts'

const formTicket = 'signed-form'
const ticketParameters = z.object({ donationId: z.number(), form: z.number() })

export const signedFormRoutes = (authenticators: Authenticators): ServedRoute[] => [
  serve(signedForms.listSignedForms, async ({ platform, tenant, params }) => ({
    forms: await presentForms(platform, tenant, params.id),
  })),

  serve(signedForms.getSignedFormTicket, async ({ platform, tenant, caller, params }) => {
    const parameters = { donationId: params.id, form: params.form }
    await findFormFile(platform, tenant, parameters)
    const ticket = await issueTicket(platform, tenant, { caller, purpose: formTicket, parameters })
    return { url: `${signedForms.downloadSignedForm.path}?ticket=${ticket}` }
  }),

  serve(signedForms.downloadSignedForm, async ({ platform, request, reply, query: { ticket } }) => {
    const { authorization } = request.headers
    const download = await openDownload(platform, authenticators, { purpose: formTicket, ticket, authorization })
    const requested = ticketParameters.parse(download.parameters)
    const bytes = await readForm(platform, download.tenant, requested)
    return reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="signed-form-${requested.donationId}.pdf"`)
      .type('application/pdf')
      .send(Buffer.from(bytes))
  }),
]
