import type { RateLimit } from '@twofold/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { acrossOrganizations, grantTenant, inTenant, readOnly } from '../../../../platform/database/database.ts'
import { pageRate, seeOther, type TokenRequest, textPage, withRateLimit } from '../../../../platform/http/form-pages.ts'
import { sendPlainPage } from '../../../../platform/http/plain-page.ts'
import { issueLink } from '../../../../platform/links/links.queries.ts'
import { signedLinks, signLink } from '../../../../platform/links/signed-links.ts'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { digestOf } from '../../../../platform/security/secrets.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { browserLanguage, type Language, languageOf } from '../../../core/texts/index.ts'
import {
  eraseOnRequest,
  exportOnRequest,
  type PrivacyRequest,
  setEmailFrequency,
} from '../../../donations/donors/index.ts'
import { insertSystemEmail } from '../../../email/system-emails/index.ts'
import { type DonorPageUrls, donorPageUrls } from '../donor-page-urls.ts'
import { actionRate, pageRateLimit, parseGiftId, unavailableLinkPage, unknownLinkPage } from '../link-limits.ts'
import { openLink } from '../open-link.ts'
import { translatorFor } from '../page-texts.ts'
import { dataPage, type PrivacyPageResult, privacyPage, privacyPageResults } from './privacy-page.ts'
import { dataPagePath } from './privacy-request-emails.ts'
import {
  consumeDataRequest,
  type DataRequest,
  dataLinks,
  findDataRequest,
  findPrivacyPreferences,
  type PrivacyPreferences,
} from './privacy-requests.queries.ts'

const dataLinkRate: RateLimit = { max: 4, seconds: 3600 }

const preferenceForm = z.object({ press: z.enum(['fewer', 'all', 'copy', 'erasure']) })
type PreferenceAction = z.infer<typeof preferenceForm>['press']

type OpenedPreferences = {
  readonly preferences: PrivacyPreferences
  readonly language: Language
  readonly donor: { readonly organizationId: number; readonly parentId: number | null; readonly donorId: number }
  readonly hasOthers: boolean
  readonly addresses: DonorPageUrls
}

/** The link alone neither reveals nor erases data. */
export function servePrivacyPage(pages: FastifyInstance, platform: Platform): void {
  const openPreferences = async (request: TokenRequest): Promise<OpenedPreferences | null> => {
    const { params, query } = request
    const gift = parseGiftId(query.gift)
    const found = await openLink(platform, params.token, gift, browserLanguage(request))
    if (!found) return null
    const { match, gifts } = found
    const preferences = await acrossOrganizations(readOnly(platform.database), (db) =>
      findPrivacyPreferences(db, match),
    )
    const hasOthers = gifts.some(({ organizationId }) => organizationId !== match.organizationId)
    const language = languageOf(found.facts.donor.language)
    return (
      preferences && { preferences, language, donor: match, hasOthers, addresses: donorPageUrls(params.token, gift) }
    )
  }

  pages.get('/match-request/:token/wishes', (request: TokenRequest, reply) =>
    withRateLimit(platform, request, reply, pageRateLimit('donor-page', pageRate), async () => {
      const opened = await openPreferences(request)
      if (!opened) return sendPlainPage(reply, unavailableLinkPage(platform, request))
      const { preferences, language, donor, addresses, hasOthers } = opened
      const { organizationId } = donor
      const unsubscribe =
        preferences.notificationId === null
          ? null
          : `/m/u/${signLink(platform, signedLinks.unsubscribe, { organizationId, notificationId: preferences.notificationId })}`
      const result = privacyPageResults.find((name) => name === request.query.now) ?? null
      const state = { language, action: addresses.privacy(), back: addresses.page(), unsubscribe, hasOthers, result }
      return sendPlainPage(reply, privacyPage(preferences, state))
    }),
  )
  pages.post('/match-request/:token/wishes', (request: TokenRequest, reply) =>
    withRateLimit(platform, request, reply, pageRateLimit('donor-press', actionRate), async () => {
      const opened = await openPreferences(request)
      const form = preferenceForm.safeParse(request.body)
      if (!opened) return sendPlainPage(reply, unavailableLinkPage(platform, request))
      if (!form.success) return sendPlainPage(reply, unknownLinkPage(request))
      const result = await applyPreference(platform, opened, form.data.press)
      return seeOther(reply, opened.addresses.privacy({ now: result }))
    }),
  )
}

const tenantOf = ({ organizationId, parentId }: Pick<DataRequest, 'organizationId' | 'parentId'>) =>
  grantTenant(organizationId, parentId === null ? [organizationId] : [organizationId, parentId])

async function applyPreference(
  platform: Platform,
  { donor, preferences }: OpenedPreferences,
  press: PreferenceAction,
): Promise<PrivacyPageResult> {
  const now = platform.clock()
  const { organizationId, donorId } = donor
  if (press === 'fewer' || press === 'all') {
    const fewer = press === 'fewer'
    await inTenant(platform.database, tenantOf(donor), (db) => setEmailFrequency(db, donor, { fewer, now }))
    return press
  }
  try {
    await platform.rates.take('donor-data', dataLinkRate, `${organizationId}-${donorId}`)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_many_requests') return 'too_many'
    throw error
  }
  await inTenant(platform.database, tenantOf(donor), async (db) => {
    const { addressDigest } = preferences
    await issueLink(db, dataLinks[press], { organizationId, donorId, addressDigest, detail: {}, now })
    await insertSystemEmail(db, {
      kind: 'donor-data',
      recipient: preferences.email,
      parameters: { organizationId, donorId, wish: press, organization: preferences.organizationName },
      now,
    })
  })
  return 'mailed'
}

type LinkRequest = FastifyRequest<{ Params: { '*': string } }>

/** A GET does not use up the mailed link, because scanners follow links. */
export function serveDataRequests(pages: FastifyInstance, platform: Platform, directory: Directory): void {
  const tokenUse = (token: string) => ({ digest: digestOf(token), now: platform.clock() })
  const dataRequestOf = ({ params }: LinkRequest): Promise<DataRequest | null> =>
    acrossOrganizations(readOnly(platform.database), (db) => findDataRequest(db, tokenUse(params['*'])))
  // a link longer than the limit for path parameters gets the page of mistyped links
  pages.get('/my-data/*', (request: LinkRequest, reply) =>
    withRateLimit(platform, request, reply, pageRateLimit('donor-page', pageRate), async () => {
      const found = await dataRequestOf(request)
      return sendPlainPage(
        reply,
        found
          ? dataPage(found, dataPagePath(request.params['*']))
          : resultPage('used', 410, languageOf(browserLanguage(request))),
      )
    }),
  )
  pages.post('/my-data/*', (request: LinkRequest, reply) =>
    withRateLimit(platform, request, reply, pageRateLimit('donor-press', actionRate), async () => {
      const found = await dataRequestOf(request)
      const form = z.object({ press: z.string() }).safeParse(request.body)
      const language = languageOf(found?.language ?? browserLanguage(request))
      if (!found || form.data?.press !== found.wish) return sendPlainPage(reply, resultPage('used', 410, language))
      const privacyRequest: PrivacyRequest = {
        platform,
        tenant: tenantOf(found),
        request: { ip: '', id: request.id },
        take: (db) => consumeDataRequest(db, tokenUse(request.params['*'])),
      }
      return found.wish === 'copy'
        ? sendCopy(reply, privacyRequest, found)
        : erase(reply, privacyRequest, directory, found)
    }),
  )
}

async function sendCopy(
  reply: FastifyReply,
  privacyRequest: PrivacyRequest,
  { donorId, language }: DataRequest,
): Promise<FastifyReply> {
  const file = await exportOnRequest(privacyRequest, donorId)
  if (!file) return sendPlainPage(reply, resultPage('used', 410, languageOf(language)))
  return reply
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('content-disposition', `attachment; filename="${file.name}"`)
    .type('application/zip')
    .send(file.bytes)
}

async function erase(
  reply: FastifyReply,
  privacyRequest: PrivacyRequest,
  directory: Directory,
  { donorId, organizationName, language: preferredLanguage }: DataRequest,
): Promise<FastifyReply> {
  const language = languageOf(preferredLanguage)
  try {
    const erased = await eraseOnRequest(privacyRequest, directory, donorId)
    return sendPlainPage(
      reply,
      erased ? resultPage('erased', 200, language, organizationName) : resultPage('used', 410, language),
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'conflict') return sendPlainPage(reply, resultPage('busy', 409, language))
    return sendPlainPage(reply, resultPage('used', 410, language))
  }
}

function resultPage(name: 'used' | 'erased' | 'busy', status: number, language: Language, organizationName = '') {
  const translate = translatorFor(language, { receiving_org_name: oneLine(organizationName) })
  return textPage(translate(`data_${name}_title`), translate(`data_${name}_text`), status, language.locale)
}
