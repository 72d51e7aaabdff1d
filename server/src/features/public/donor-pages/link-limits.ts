import type { RateLimit } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { type TokenRequest, textPage } from '../../../platform/http/form-pages.ts'
import type { PlainPage } from '../../../platform/http/plain-page.ts'
import { readSignedLink, signedLinks } from '../../../platform/links/signed-links.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { browserLanguage, languageOf } from '../../core/texts/index.ts'
import { translatorFor } from './page-texts.ts'

/** Invalid numbers become that of a gift that does not exist. */
export const parseGiftId = (text: string | undefined): number | null =>
  text === undefined ? null : /^\d{1,15}$/.test(text) ? Number(text) : -1

/** People never submit more often. */
export const actionRate: RateLimit = { max: 60, seconds: 60 }

export const pageRateLimit = (name: string, rate: RateLimit) => ({
  name,
  rate,
  refused: (request: FastifyRequest) => linkPage(request, 'too_many', 429),
})

export const unknownLinkPage = (request: FastifyRequest): PlainPage => linkPage(request, 'unknown', 404)

export const expiredLinkPage = (request: FastifyRequest): PlainPage => linkPage(request, 'ended', 410)

/** For a deleted gift or one with another donor. Other bad links get the page for unknown links. */
export const unavailableLinkPage = (platform: Platform, request: TokenRequest): PlainPage =>
  request.query.gift === undefined && readSignedLink(platform, signedLinks.donorPage, request.params.token) !== null
    ? expiredLinkPage(request)
    : unknownLinkPage(request)

/** The link's owner is unknown, so the page uses the browser's language. */
function linkPage(request: FastifyRequest, name: 'unknown' | 'ended' | 'too_many', status: number): PlainPage {
  const language = languageOf(browserLanguage(request))
  const translate = translatorFor(language)
  return textPage(translate(`${name}_title`), translate(`${name}_text`), status, language.locale)
}
