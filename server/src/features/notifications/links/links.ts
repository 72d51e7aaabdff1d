import type { Platform } from '../../../platform/platform.ts'

/** The mail that a link came in. */
export type MailReference = { readonly organizationId: number; readonly notificationId: number }

/** `page` opens the donor's page and counts as a click, `open` only counts; one is worthless as the other. */
type LinkKind = 'page' | 'open'
const letters: Record<LinkKind, string> = { page: 'p', open: 'o' }

/** Signed for the life of the match: a donor may come back to an old mail. */
export function linkToken({ secrets }: Pick<Platform, 'secrets'>, kind: LinkKind, mail: MailReference): string {
  return secrets.sign('donor-link', payloadOf(letters[kind], mail))
}

/** Null for a token that was not made here for this kind. */
export function readLinkToken(
  { secrets }: Pick<Platform, 'secrets'>,
  kind: LinkKind,
  token: string,
): MailReference | null {
  return read(letters[kind], secrets.verify('donor-link', token))
}

export function unsubscribeToken({ secrets }: Pick<Platform, 'secrets'>, mail: MailReference): string {
  return secrets.sign('unsubscribe', payloadOf('u', mail))
}

export function readUnsubscribeToken({ secrets }: Pick<Platform, 'secrets'>, token: string): MailReference | null {
  return read('u', secrets.verify('unsubscribe', token))
}

const payloadOf = (letter: string, mail: MailReference): string =>
  [letter, mail.organizationId.toString(36), mail.notificationId.toString(36)].join('-')

function read(letter: string, payload: string | null): MailReference | null {
  const [kind, organization = '', notification = ''] = payload?.split('-') ?? []
  const reference = {
    organizationId: Number.parseInt(organization, 36),
    notificationId: Number.parseInt(notification, 36),
  }
  const isWhole = Number.isSafeInteger(reference.organizationId) && Number.isSafeInteger(reference.notificationId)
  return kind === letter && isWhole ? reference : null
}

/** The addresses in one mail. */
export function linksOf(platform: Pick<Platform, 'secrets' | 'publicUrl'>, mail: MailReference) {
  const base = platform.publicUrl()
  const page = linkToken(platform, 'page', mail)
  return {
    act: `${base}/m/c/${page}`,
    decline: `${base}/m/d/${page}`,
    pixel: `${base}/m/o/${linkToken(platform, 'open', mail)}`,
    unsubscribe: `${base}/m/u/${unsubscribeToken(platform, mail)}`,
  }
}
export type MailLinks = ReturnType<typeof linksOf>

/** Where a donor asks for the link to their form; it needs no key, and shows nothing. */
export const signRequestPath = (donationId: number): string => `/sign/${donationId}`

export const donorPagePath = (token: string): string => `/match-request/${token}`
