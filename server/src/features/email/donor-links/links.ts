import { type MailReference, signedLinks, signLink } from '../../../platform/links/signed-links.ts'
import type { Platform } from '../../../platform/services/platform.ts'

export function linksOf(platform: Pick<Platform, 'secrets' | 'publicUrl'>, mail: MailReference) {
  const base = platform.publicUrl()
  const page = signLink(platform, signedLinks.donorPage, mail)
  return {
    act: `${base}/m/c/${page}`,
    decline: `${base}/m/d/${page}`,
    page: `${base}${donorPagePath(page)}`,
    pixel: `${base}/m/o/${signLink(platform, signedLinks.mailOpened, mail)}`,
    unsubscribe: `${base}/m/u/${signLink(platform, signedLinks.unsubscribe, mail)}`,
  }
}
export type MailLinks = ReturnType<typeof linksOf>

/** Where a donor requests the link to their form. The page needs no key and shows nothing. */
export const signRequestPath = (donationId: number): string => `/sign/${donationId}`

export const donorPagePath = (token: string): string => `/match-request/${token}`

/** Staff read samples, so nothing declines, unsubscribes, or counts as opened. */
export const sampleLinks: MailLinks = {
  act: 'about:blank',
  decline: 'about:blank',
  page: 'about:blank',
  unsubscribe: 'about:blank',
  pixel: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC',
}

/** Plain text would show the placeholder URL. */
export const labelDonorLinks = (text: string): string => text.replaceAll(sampleLinks.act, '(the donor’s own link)')
