import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import { acrossOrganizations, type Db, grantTenant, inTenant, readOnly } from '../../../platform/database/database.ts'
import {
  isOneClick,
  pageRate,
  parseForms,
  seeOther,
  sendOneClickDone,
  type TokenRequest,
  unsubscribeRate,
  withRateLimit,
} from '../../../platform/http/form-pages.ts'
import { sendPlainPage } from '../../../platform/http/plain-page.ts'
import { type MailReference, readSignedLink, signedLinks } from '../../../platform/links/signed-links.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import { browserLanguage, languageOf } from '../../core/texts/index.ts'
import { looksLikeMachine, soonAfterSendingMs } from '../../email/donor-links/index.ts'
import { type MatchFacts, variablesOf } from '../../email/match-facts/index.ts'
import { countAction, countClick, findMailLogo, findMatchOfMail } from '../../email/notifications/index.ts'
import { allowRecipient, findSubscription, suppressRecipient } from '../../email/suppressions/index.ts'
import { receiptFile } from '../../forms/packets/index.ts'
import { moveMatches } from '../../matches/matches/index.ts'
import { readGivingToken } from '../public-match/index.ts'
import { calendarFile, hasCalendar } from './calendar.ts'
import { findEmployerChoice, isOnlyRetired } from './choose-employer.ts'
import { donorPageUrls } from './donor-page-urls.ts'
import { givingPage } from './giving-page.ts'
import { portalUrl } from './instructions.ts'
import { chooseLanguage, languageForm } from './language-choice.ts'
import {
  actionRate,
  expiredLinkPage,
  pageRateLimit,
  parseGiftId,
  unavailableLinkPage,
  unknownLinkPage,
} from './link-limits.ts'
import { matchPage, type Notice } from './match-page.ts'
import { type OpenedLink, openLink } from './open-link.ts'
import { translatorFor } from './page-texts.ts'
import { actionForm, actionResults, performAction } from './perform-action.ts'
import { serveDataRequests, servePrivacyPage } from './privacy-requests/serve-privacy-page.ts'
import { serveSigning } from './signing/serve-signing.ts'
import { unsubscribePage } from './unsubscribe-page.ts'

const pageScript = `for (const button of document.querySelectorAll('[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    try { await navigator.clipboard.writeText(button.dataset.copy) } catch {
      const area = document.createElement('textarea')
      area.value = button.dataset.copy
      document.body.append(area)
      area.select()
      document.execCommand('copy')
      area.remove()
      button.focus()
    }
    const label = button.textContent
    button.textContent = button.dataset.copied
    button.setAttribute('aria-live', 'polite')
    setTimeout(() => { button.textContent = label }, 2000)
  })
}
addEventListener('pageshow', (event) => { if (event.persisted) location.reload() })
`

/** The pages work without scripts. A GET changes nothing because scanners follow links. */
export const serveDonorPages =
  (directory: Directory) =>
  async (http: FastifyInstance, platform: Platform): Promise<void> => {
    await http.register(async (pages) => {
      parseForms(pages)
      pages.get('/m/page.js', async (_request, reply) =>
        reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8').send(pageScript),
      )
      serveMatchPage(pages, platform, directory)
      serveDocuments(pages, platform)
      serveGivingPage(pages, platform)
      serveSigning(pages, platform, directory)
      serveUnsubscribePage(pages, platform, directory)
      servePrivacyPage(pages, platform)
      serveDataRequests(pages, platform, directory)
    })
  }

function serveMatchPage(pages: FastifyInstance, platform: Platform, directory: Directory): void {
  const openRequest = (request: TokenRequest): Promise<OpenedLink | null> =>
    openLink(platform, request.params.token, parseGiftId(request.query.gift), browserLanguage(request))
  const addresses = ({ params, query }: TokenRequest) => donorPageUrls(params.token, parseGiftId(query.gift))

  pages.get('/match-request/:token', (request: TokenRequest, reply) =>
    withRateLimit(platform, request, reply, pageRateLimit('donor-page', pageRate), async () => {
      const found = await openRequest(request)
      if (!found) return sendPlainPage(reply, unavailableLinkPage(platform, request))
      const state = {
        notice: noticeOf(request.query.now),
        declineOpen: request.query.answer === 'no',
        asksEmployment: found.asksEmployment,
        isSigned: found.isSigned,
        undoable: found.undoable,
        gifts: found.gifts,
        employerChoice:
          request.query.now === 'choose'
            ? await findEmployerChoice(directory, request.query.employer, request.query.retired === 'yes')
            : null,
        asksFormerEmployer: request.query.now === 'retired',
        logo: await findMailLogo(platform, found.facts),
      }
      return sendPlainPage(reply, matchPage(found.facts, addresses(request), state))
    }),
  )
  pages.post('/match-request/:token', (request: TokenRequest, reply) =>
    withRateLimit(platform, request, reply, pageRateLimit('donor-press', actionRate), async () => {
      const found = await openRequest(request)
      const languageChoice = languageForm.safeParse(request.body)
      if (found && languageChoice.success) {
        await chooseLanguage(platform, found.match, languageChoice.data.language)
        return seeOther(reply, addresses(request).page())
      }
      const form = actionForm.safeParse(request.body)
      if (!found) return sendPlainPage(reply, unavailableLinkPage(platform, request))
      if (!form.success) return sendPlainPage(reply, unknownLinkPage(request))
      const { press, employer, company, retired } = form.data
      if (press === 'employer' && retired !== 'none' && isOnlyRetired(employer))
        return seeOther(reply, addresses(request).page({ now: 'retired' }))
      const isRetired = retired === 'yes'
      if (press === 'employer' && company === '' && (await findEmployerChoice(directory, employer, isRetired)))
        return seeOther(
          reply,
          addresses(request).page({ now: 'choose', employer, ...(isRetired ? { retired: 'yes' } : {}) }),
        )
      const mail = readSignedLink(platform, signedLinks.donorPage, request.params.token)
      const at = platform.clock()
      const result = await performAction({ platform, request }, directory, found.match, form.data)
      if (mail) {
        const action = { ...mail, at, declines: press === 'decline' || press === 'decline_all' }
        await acrossOrganizations(platform.database, (db) => countAction(db, action))
      }
      if (result === 'noted' && press === 'open_form') return seeOther(reply, addresses(request).form())
      const portal = press === 'open' ? addressOfPortal(found.facts) : null
      if (result === 'noted' && portal) return seeOther(reply, portal)
      // The title of the page shows the result of the other actions.
      const showsResult = result !== 'noted' || press === 'employment'
      return seeOther(reply, addresses(request).page(showsResult ? { now: result } : {}))
    }),
  )
}

function serveGivingPage(pages: FastifyInstance, platform: Platform): void {
  pages.get('/match-steps/:token', (request: TokenRequest, reply) =>
    withRateLimit(platform, request, reply, pageRateLimit('donor-page', pageRate), async () => {
      const gift = readGivingToken(platform, request.params.token)
      return sendPlainPage(
        reply,
        (gift && (await givingPage(platform, gift, browserLanguage(request)))) ?? unknownLinkPage(request),
      )
    }),
  )
}

function serveDocuments(pages: FastifyInstance, platform: Platform): void {
  const serveDocument = (
    path: string,
    make: (found: OpenedLink, request: TokenRequest) => Promise<DonorDocument | null>,
  ): void => {
    pages.get(`/match-request/:token/${path}`, (request: TokenRequest, reply) =>
      withRateLimit(platform, request, reply, pageRateLimit('donor-page', pageRate), async () => {
        const found = await openLink(
          platform,
          request.params.token,
          parseGiftId(request.query.gift),
          browserLanguage(request),
        )
        if (!found) return sendPlainPage(reply, unavailableLinkPage(platform, request))
        const document = await make(found, request)
        if (!document) return sendPlainPage(reply, unknownLinkPage(request))
        return reply
          .header('cache-control', 'no-store')
          .header('x-robots-tag', 'noindex, nofollow')
          .header('content-disposition', `${document.disposition}; filename="${path}"`)
          .type(document.type)
          .send(document.bytes)
      }),
    )
  }
  serveDocument('receipt.pdf', async ({ facts }) => ({
    disposition: 'inline',
    type: 'application/pdf',
    bytes: await receiptFile(facts, platform.clock()),
  }))
  serveDocument('deadline.ics', async ({ facts }, { params, query }) => {
    if (!hasCalendar(facts)) return null
    const language = languageOf(facts.donor.language)
    const translate = translatorFor(language, variablesOf(facts, language))
    const pageAddress = `${platform.publicUrl()}${donorPageUrls(params.token, parseGiftId(query.gift)).page()}`
    const bytes = await calendarFile(facts, { translate, pageAddress, now: platform.clock() })
    return { disposition: 'attachment', type: 'text/calendar; charset=utf-8', bytes }
  })
}

type DonorDocument = {
  readonly disposition: 'inline' | 'attachment'
  readonly type: string
  readonly bytes: Buffer | string
}

const addressOfPortal = ({ donation, policy }: Pick<MatchFacts, 'donation' | 'policy'>): string | null =>
  policy?.method === 'csr' || donation.statusId === 7 ? (portalUrl(policy)?.href ?? null) : null

function noticeOf(text: string | undefined): Notice {
  return actionResults.find((result) => result === text) ?? null
}

const unsubscribeForm = z.object({ press: z.string() })

/** Changes only the donor's own choice, not staff's. */
async function changeGiftEmails(
  { platform, directory }: { readonly platform: Platform; readonly directory: Directory },
  mail: MailReference,
  action: 'silence' | 'unsilence',
): Promise<void> {
  const found = await acrossOrganizations(readOnly(platform.database), async (db) => ({
    match: await findMatchOfMail(db, mail),
    subscription: await findSubscription(db, mail),
  }))
  const { match, subscription } = found
  if (!match || (action === 'unsilence' && !subscription?.isGiftSilenced)) return
  const family = match.parentId === null ? [match.organizationId] : [match.organizationId, match.parentId]
  const tenant = grantTenant(match.organizationId, family)
  const context = { platform, tenant, directory, actor: { kind: 'donor', userId: null } as const }
  await inTenant(platform.database, tenant, (db) =>
    moveMatches(db, context, { donationIds: [match.donationId], action }),
  )
}

function serveUnsubscribePage(pages: FastifyInstance, platform: Platform, directory: Directory): void {
  const subscriptionChange =
    (
      changeSubscription: (db: Db, mail: MailReference) => Promise<unknown>,
      giftAction: 'silence' | 'unsilence',
      query: string,
    ) =>
    (request: TokenRequest, reply: FastifyReply) =>
      withRateLimit(platform, request, reply, pageRateLimit('unsubscribe', unsubscribeRate), async () => {
        const mail = readSignedLink(platform, signedLinks.unsubscribe, request.params.token)
        if (!mail) return sendPlainPage(reply, unknownLinkPage(request))
        const form = unsubscribeForm.safeParse(request.body)
        if (form.data?.press === 'gift') await changeGiftEmails({ platform, directory }, mail, giftAction)
        else await acrossOrganizations(platform.database, (db) => changeSubscription(db, mail))
        if (isOneClick(request.body)) return sendOneClickDone(reply)
        return seeOther(reply, `/m/u/${request.params.token}${query}`)
      })

  pages.get('/m/u/:token', (request: TokenRequest, reply) =>
    withRateLimit(platform, request, reply, pageRateLimit('donor-page', pageRate), async () => {
      const { token } = request.params
      const mail = readSignedLink(platform, signedLinks.unsubscribe, token)
      if (!mail) return sendPlainPage(reply, unknownLinkPage(request))
      const click = {
        ...mail,
        at: platform.clock(),
        soonAfterSendingMs,
        looksLikeMachine: looksLikeMachine(request),
        link: 'unsubscribe',
      } as const
      const subscription = await acrossOrganizations(platform.database, async (db) => {
        await countClick(db, click)
        return findSubscription(db, mail)
      })
      if (!subscription) return sendPlainPage(reply, expiredLinkPage(request))
      return sendPlainPage(reply, unsubscribePage(subscription, `/m/u/${token}`, request.query.now === 'back'))
    }),
  )
  pages.post(
    '/m/u/:token',
    subscriptionChange((db, mail) => suppressRecipient(db, mail, 'unsubscribed', platform.clock()), 'silence', ''),
  )
  pages.post('/m/u/:token/undo', subscriptionChange(allowRecipient, 'unsilence', '?now=back'))
}
