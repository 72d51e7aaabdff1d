import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import { type MailReference, readSignedLink, signedLinks } from '../../../../platform/links/signed-links.ts'
import { brandMarkPath } from '../../../../platform/mail/system-email.ts'
import { orNotFound } from '../../../../platform/runtime/errors.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { donorPagePath, looksLikeMachine, soonAfterSendingMs } from '../../donor-links/index.ts'
import { countClick, countOpen, type MailAccess } from '../donor-mails/notifications.queries.ts'

const pixel = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

type TokenRequest = FastifyRequest<{ Params: { token: string } }>

/**
 * They count and redirect, and never change a match. Counting runs in parallel, so that a slow database does not delay
 * the donor.
 */
export async function serveMailLinks(http: FastifyInstance, platform: Platform): Promise<void> {
  const countInBackground = (
    request: FastifyRequest,
    mail: MailReference,
    countAccess: (db: Db, followed: MailAccess) => Promise<void>,
  ): void => {
    const access = { ...mail, at: platform.clock(), soonAfterSendingMs, looksLikeMachine: looksLikeMachine(request) }
    acrossOrganizations(platform.database, (db) => countAccess(db, access)).catch((error: Error) =>
      platform.log.warn({ problem: error.message }, 'an open or click could not be counted'),
    )
  }

  const createRedirect = (suffix: string, link: 'yes' | 'no') => async (request: TokenRequest, reply: FastifyReply) => {
    const { token } = request.params
    const mail = readSignedLink(platform, signedLinks.donorPage, token)
    if (!mail) return reply.code(302).header('cache-control', 'no-store').redirect(donorPagePath('unknown'))
    countInBackground(request, mail, (db, click) => countClick(db, { ...click, link }))
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${donorPagePath(token)}${suffix}`, 302)
  }
  http.get('/m/c/:token', createRedirect('', 'yes'))
  http.get('/m/d/:token', createRedirect('?answer=no', 'no'))

  const brandMark = await readFile(new URL('../../../../platform/mail/layout/twofold.png', import.meta.url))
  http.get(brandMarkPath, async (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=86400')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/png')
      .send(brandMark),
  )

  http.get('/m/o/:token', async (request: TokenRequest, reply) => {
    const mail = orNotFound(readSignedLink(platform, signedLinks.mailOpened, request.params.token))
    countInBackground(request, mail, countOpen)
    return reply
      .header('cache-control', 'no-store, private')
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/gif')
      .send(pixel)
  })
}
