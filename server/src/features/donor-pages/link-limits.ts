import type { Rate } from '@twofold/contract'
import { wordsOnly } from '../../platform/http/form-pages.ts'
import type { PlainPage } from '../../platform/http/plain-page.ts'
import { sayWith } from './page-texts.ts'

/** The number of a gift in an address: what is no number is a gift that nobody has. */
export const giftOf = (text: string | undefined): number | null =>
  text === undefined ? null : /^\d{1,15}$/.test(text) ? Number(text) : -1

/** Who presses more often is no person. */
export const pressRate: Rate = { max: 60, seconds: 60 }

export const limitOf = (name: string, rate: Rate) => ({ name, rate, refused: words('too_many', 429) })

export const unknownLink = (): PlainPage => words('unknown', 404)

function words(name: 'unknown' | 'too_many', status: number): PlainPage {
  const say = sayWith({})
  return wordsOnly(say(`${name}_title`), say(`${name}_text`), status)
}
