import { oneLine, senderAddress } from '../../../platform/mail/plain-words.ts'
import type { Mail } from '../../../platform/mail/transport.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { MatchFacts } from './match-facts.queries.ts'

export type Sender = Pick<Mail, 'replyTo'> & Required<Pick<Mail, 'from'>>

/** In whose name a donor is written to, always from the product's own address, and who gets the answer. */
export function senderOf(
  { config }: Pick<Platform, 'config'>,
  { organization }: Pick<MatchFacts, 'organization'>,
): Sender {
  return {
    from: { name: oneLine(organization.senderName, 100), address: senderAddress(config.mailFrom) },
    ...(organization.replyTo ? { replyTo: oneLine(organization.replyTo, 255) } : {}),
  }
}

/** As staff read it: `Riverbend Food Bank <no-reply@example.org>`. */
export const senderInWords = ({ from }: Sender): string => `${from.name} <${from.address}>`
