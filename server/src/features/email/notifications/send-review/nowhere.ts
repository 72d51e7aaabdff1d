import type { MailLinks } from '../links/links.ts'

/** A sample is read by staff: nothing in it declines, unsubscribes or counts as opened. */
export const nowhere: MailLinks = {
  act: 'about:blank',
  decline: 'about:blank',
  unsubscribe: 'about:blank',
  pixel: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC',
}

/** Plain text shows each address, and this one would tell its reader nothing. */
export const sayOwnLinks = (text: string): string => text.replaceAll(nowhere.act, '(the donor’s own link)')
