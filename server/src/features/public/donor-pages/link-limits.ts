import type { Rate } from '@twofold/contract'
import type { FastifyRequest } from 'fastify'
import { type TokenRequest, wordsOnly } from '../../../platform/http/form-pages.ts'
import type { PlainPage } from '../../../platform/http/plain-page.ts'
import { readSignedLink, signedLinks } from '../../../platform/links/signed-links.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { browserLanguage, languageOf } from '../../core/texts/index.ts'
import { sayWith } from './page-texts.ts'

/** The number of a gift in an address: what is no number is a gift that nobody has. */
export const giftOf = (text: string | undefined): number | null =>
  text === undefined ? null : /^\d{1,15}$/.test(text) ? Number(text) : -1

/** Who presses more often is no person. */
export const pressRate: Rate = { max: 60, seconds: 60 }

export const limitOf = (name: string, rate: Rate) => ({
  name,
  rate,
  refused: (request: FastifyRequest) => words(request, 'too_many', 429),
})

export const unknownLink = (request: FastifyRequest): PlainPage => words(request, 'unknown', 404)

/** A link of ours, as it was mailed, that leads nowhere any more. */
export const endedLink = (request: FastifyRequest): PlainPage => words(request, 'ended', 410)

/** Behind a link of ours, as it was mailed, whose gift is gone or another person's; what nobody was sent is as unknown as ever. */
export const lostLink = (platform: Platform, request: TokenRequest): PlainPage =>
  request.query.gift === undefined && readSignedLink(platform, signedLinks.donorPage, request.params.token) !== null
    ? endedLink(request)
    : unknownLink(request)

/** Whose link it is nobody knows: all that is known is what the browser reads. */
function words(request: FastifyRequest, name: 'unknown' | 'ended' | 'too_many', status: number): PlainPage {
  const language = languageOf(browserLanguage(request))
  const say = sayWith(language)
  return wordsOnly(say(`${name}_title`), say(`${name}_text`), status, language.locale)
}
