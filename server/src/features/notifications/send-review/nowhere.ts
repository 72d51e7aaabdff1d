import type { MailLinks } from '../links/links.ts'

/** A sample is read by staff: nothing in it declines, unsubscribes or counts as opened. */
export const nowhere: MailLinks = {
  act: 'about:blank',
  decline: 'about:blank',
  unsubscribe: 'about:blank',
  pixel: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAAC',
}
