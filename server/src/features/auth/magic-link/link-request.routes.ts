import { auth, portalPath } from '@twofold/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { type Html, html, sendPlainPage } from '../../../platform/http/plain-page.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { newMessageId } from '../../../platform/mail/message-id.ts'
import type { Platform } from '../../../platform/platform.ts'
import { digestOf } from '../../../platform/secrets.ts'
import { donorPagePath, linkToken, looksLikeMachine, matchRequestKey } from '../../notifications/index.ts'
import { limitAccountMails } from '../limits.ts'
import { markBrowser } from './asking-browser.ts'
import { queueDonorLinkMail, queueStaffLinkMail, useDonorLink } from './donor-links.queries.ts'

/**
 * `GET /api/auth/otp` as a link, from the questions and answers or an old mail. It shows nothing and mails only to an address
 * that is stored; whether it is, the page does not say. What looks like a program gets a page with a button instead.
 */
export const linkRequestRoutes: ServedRoute[] = [
  serve(auth.followLinkRequest, async ({ platform, request, reply, query }) => {
    const asked = auth.email.safeParse(query.email)
    const place = auth.safeRedirect.safeParse(query.redirect ?? portalPath)
    if (!asked.success || !place.success) return sendPlainPage(reply, page(422, 'This link is incomplete', incomplete))
    const link = { email: asked.data, redirect: place.data }
    if (query.press !== '1' && isNoPerson(request)) {
      return sendPlainPage(reply, page(200, 'One more click', pressFor(link)))
    }
    const refused = await tooMany(platform, request, link.email)
    if (refused) return tooManyPage(reply, refused)
    await queueMail(platform, link, markBrowser(platform, request, reply))
    return sendPlainPage(reply, page(200, 'Check your inbox', onItsWay(link.email)))
  }),

  serve(auth.redeemDonorLink, async ({ platform, reply, body }) => {
    reply.header('cache-control', 'no-store')
    const now = platform.clock()
    const used = await acrossOrganizations(platform.database, (db) => useDonorLink(db, digestOf(body.token), now))
    if (!used) throw new Refusal('gone', auth.messages.linkUsed)
    const { organizationId, donationId, donorId, notificationId } = used
    const token = notificationId === null ? null : linkToken(platform, 'page', { organizationId, notificationId })
    const key = matchRequestKey(platform, { organizationId, donationId, donorId })
    return { donation_id: donationId, page: token && donorPagePath(token), key }
  }),
]

type LinkRequest = { readonly email: string; readonly redirect: string }

/** Scanners, previews, and foreign pages that load the address as a picture. */
const isNoPerson = (request: FastifyRequest): boolean => {
  const destination = request.headers['sec-fetch-dest']
  const isEmbedded = destination !== undefined && destination !== 'document'
  return isEmbedded || (request.headers['user-agent'] ? looksLikeMachine(request) : false)
}

async function tooMany(platform: Platform, request: FastifyRequest, email: string): Promise<Refusal | null> {
  try {
    await limitAccountMails(platform, request.ip, email)
    return null
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_requests') return error
    throw error
  }
}

async function queueMail(platform: Platform, { email, redirect }: LinkRequest, browser: string): Promise<void> {
  const mail = { email, messageId: newMessageId(), now: platform.clock() }
  const donationId = auth.donorMatchIn(redirect)
  await acrossOrganizations(platform.database, (db) =>
    donationId !== null
      ? queueDonorLinkMail(db, { ...mail, donationId })
      : queueStaffLinkMail(db, { ...mail, redirect, browser }),
  )
}

const page = (status: number, title: string, body: Html) => ({
  status,
  title,
  body: html`<div class="page"><header><p class="from">Twofold</p></header><main><h1>${title}</h1>${body}</main></div>`,
})

const incomplete = html`<p>Part of the link is missing. Please open it again from where you found it.</p>`

// The address is said back as it was typed; whether it is known is not.
const onItsWay = (email: string): Html => html`
  <p>If <strong>${email}</strong> is the address we have for this request, a link is on its way. It works once, and opens what you asked for.</p>
  <p class="muted">If you don’t see it within a few minutes, check your spam folder. We only email the address we have on file.</p>`

const pressFor = ({ email, redirect }: LinkRequest): Html => html`
  <p>Press the button, and we’ll email a one-time link to <strong>${email}</strong>, if that’s the address we have.</p>
  <form method="get" action="/api/auth/otp">
    <input type="hidden" name="email" value="${email}">
    <input type="hidden" name="redirect" value="${redirect}">
    <input type="hidden" name="press" value="1">
    <button>Send me the link</button>
  </form>`

function tooManyPage(reply: FastifyReply, refusal: Refusal): FastifyReply {
  reply.header('retry-after', String(refusal.retryAfterSeconds ?? 3600))
  return sendPlainPage(reply, page(429, 'Please wait a moment', html`<p>${refusal.message}</p>`))
}
