import type { Platform } from '../services/platform.ts'

/** `key` and `letter` are part of links in emails that were sent, so they must never change. */
type SignedLink<Id extends string> = {
  readonly key: 'donor-link' | 'unsubscribe'
  readonly letter: string
  readonly ids: readonly Id[]
}

const mailIds = ['organizationId', 'notificationId'] as const

/** Links without a row: ids and a signature. They can be used repeatedly and never expire. */
export const signedLinks = {
  donorPage: { key: 'donor-link', letter: 'p', ids: mailIds },
  mailOpened: { key: 'donor-link', letter: 'o', ids: mailIds },
  unsubscribe: { key: 'unsubscribe', letter: 'u', ids: mailIds },
  digest: { key: 'unsubscribe', letter: 'g', ids: ['organizationId', 'digestId'] },
  report: { key: 'unsubscribe', letter: 'r', ids: ['organizationId', 'reportId', 'userId'] },
} as const

type SigningServices = Pick<Platform, 'secrets'>
type Ids<Id extends string> = Readonly<Record<Id, number>>

/** An email to a donor. */
export type MailReference = Ids<(typeof mailIds)[number]>

/** Returns the token of a link. */
export const signLink = <Id extends string>({ secrets }: SigningServices, link: SignedLink<Id>, ids: Ids<Id>): string =>
  secrets.sign(link.key, [link.letter, ...link.ids.map((id) => ids[id].toString(36))].join('-'))

/** Returns null for a token that was not signed here for this link. */
export function readSignedLink<Id extends string>(
  { secrets }: SigningServices,
  link: SignedLink<Id>,
  token: string,
): Ids<Id> | null {
  const [letter, ...texts] = secrets.verify(link.key, token)?.split('-') ?? []
  const ids = link.ids.map((id, index) => [id, Number.parseInt(texts[index] ?? '', 36)] as const)
  const isValid = letter === link.letter && ids.every(([, id]) => Number.isSafeInteger(id))
  return isValid ? (Object.fromEntries(ids) as Ids<Id>) : null
}
