import { auth, portalPath } from '@twofold/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { acrossOrganizations } from '../../../../platform/database/database.ts'
import { type Html, html, type PlainPage, sendPlainPage } from '../../../../platform/http/plain-page.ts'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { redeemLink } from '../../../../platform/links/links.queries.ts'
import { links } from '../../../../platform/links/purposes.ts'
import { signedLinks, signLink } from '../../../../platform/links/signed-links.ts'
import { newMessageId } from '../../../../platform/mail/transport.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { browserLanguage, type Language, languageOf, languages } from '../../../core/texts/index.ts'
import { donorPagePath, looksLikeMachine, matchRequestKey } from '../../../email/donor-links/index.ts'
import { findGiftOfLink } from '../../../email/notifications/index.ts'
import { limitAccountMails } from '../limits.ts'
import { queueDonorLinkMail, queueStaffLinkMail } from './donor-links.queries.ts'
import { markBrowser } from './requesting-browser.ts'

/** Emails only a stored address and does not reveal whether there is one. Requests that look automated get a button. */
export const linkRequestRoutes: ServedRoute[] = [
  serve(auth.followLinkRequest, async ({ platform, request, reply, query }) => {
    const email = auth.email.safeParse(query.email)
    const redirect = auth.safeRedirect.safeParse(query.redirect ?? portalPath)
    // Staff read English; for a donor, only the browser's language is known.
    const isDonors = redirect.success && auth.donorMatchIdIn(redirect.data) !== null
    const language = isDonors ? languageOf(browserLanguage(request)) : languages.en
    if (!email.success || !redirect.success) return sendPlainPage(reply, incompletePage(language))
    const link = { email: email.data, redirect: redirect.data }
    if (query.press !== '1' && looksAutomated(request)) {
      return sendPlainPage(reply, confirmationPage(language, link))
    }
    const refused = await limitRefusal(platform, request, link.email)
    if (refused) return tooManyPage(reply, language, refused)
    await queueMail(platform, link, markBrowser(platform, request, reply))
    return sendPlainPage(reply, linkSentPage(language, link.email))
  }),

  serve(auth.redeemDonorLink, async ({ platform, request, reply, body }) => {
    reply.header('cache-control', 'no-store')
    const redemption = { purposes: [links.donorMatch], digest: digestOf(body.token), now: platform.clock() }
    const gift = await acrossOrganizations(platform.database, async (db) => {
      const link = await redeemLink(db, redemption)
      const gift = link && (await findGiftOfLink(db, link))
      if (!gift) throw new Refusal('gone', languageOf(browserLanguage(request)).translateOnPage('link_used', {}))
      return gift
    })
    const { organizationId, donationId, notificationId } = gift
    const token =
      notificationId === null ? null : signLink(platform, signedLinks.donorPage, { organizationId, notificationId })
    const key = matchRequestKey(platform, gift)
    return { donation_id: donationId, page: token && donorPagePath(token), key }
  }),
]

type LinkRequest = { readonly email: string; readonly redirect: string }

/** Scanners, previews, and foreign pages that load the address as an image. */
const looksAutomated = (request: FastifyRequest): boolean => {
  const destination = request.headers['sec-fetch-dest']
  const isEmbedded = destination !== undefined && destination !== 'document'
  return isEmbedded || (request.headers['user-agent'] ? looksLikeMachine(request) : false)
}

async function limitRefusal(platform: Platform, request: FastifyRequest, email: string): Promise<Refusal | null> {
  try {
    await limitAccountMails(platform, request, email)
    return null
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_requests') return error
    throw error
  }
}

async function queueMail(platform: Platform, { email, redirect }: LinkRequest, browser: string): Promise<void> {
  const mail = { email, messageId: newMessageId(), now: platform.clock() }
  const donationId = auth.donorMatchIdIn(redirect)
  await acrossOrganizations(platform.database, (db) =>
    donationId !== null
      ? queueDonorLinkMail(db, { ...mail, donationId })
      : queueStaffLinkMail(db, { ...mail, redirect, browser }),
  )
}

const page = (language: Language, status: number, title: string, body: Html): PlainPage => ({
  status,
  title,
  lang: language.locale,
  body: html`<div class="page"><header><p class="from">Twofold</p></header><main><h1>${title}</h1>${body}</main></div>`,
})

function incompletePage(language: Language): PlainPage {
  const body = html`<p>${language.translateOnPage('link_incomplete_text', {})}</p>`
  return page(language, 422, language.translateOnPage('link_incomplete_title', {}), body)
}

function linkSentPage(language: Language, email: string): PlainPage {
  const body = html`
  <p>${language.translateOnPage('link_sent_text', { asked_email: email })}</p>
  <p class="muted">${language.translateOnPage('link_sent_spam', {})}</p>`
  return page(language, 200, language.translateOnPage('link_sent_title', {}), body)
}

function confirmationPage(language: Language, { email, redirect }: LinkRequest): PlainPage {
  const body = html`
  <p>${language.translateOnPage('link_press_text', { asked_email: email })}</p>
  <form method="get" action="/api/auth/otp">
    <input type="hidden" name="email" value="${email}">
    <input type="hidden" name="redirect" value="${redirect}">
    <input type="hidden" name="press" value="1">
    <button>${language.translateOnPage('link_button', {})}</button>
  </form>`
  return page(language, 200, language.translateOnPage('link_press_title', {}), body)
}

function tooManyPage(reply: FastifyReply, language: Language, refusal: Refusal): FastifyReply {
  reply.header('retry-after', String(refusal.retryAfterSeconds ?? 3600))
  // Only the English message contains the waiting time.
  const why = language === languages.en ? refusal.message : language.translateOnPage('too_many_text', {})
  return sendPlainPage(reply, page(language, 429, language.translateOnPage('link_wait_title', {}), html`<p>${why}</p>`))
}
