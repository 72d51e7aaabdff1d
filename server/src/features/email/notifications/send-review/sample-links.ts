import type { MailLinks } from '../links/links.ts'

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
