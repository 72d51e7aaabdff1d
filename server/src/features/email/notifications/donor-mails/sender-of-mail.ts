import type { Db } from '../../../../platform/database/database.ts'
import { oneLine, senderAddress } from '../../../../platform/mail/address-text.ts'
import type { Mail } from '../../../../platform/mail/transport.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import { getOrganizationFacts, type MatchFacts } from '../../match-facts/index.ts'
import { findDkimKey } from '../../sending-addresses/index.ts'

export type Sender = Pick<Mail, 'replyTo' | 'signature'> & Required<Pick<Mail, 'from'>>
type SenderFacts = { readonly organization: Pick<MatchFacts['organization'], 'senderName' | 'replyTo' | 'ownSender'> }

export function senderOf({ config }: Pick<Platform, 'config'>, { organization }: SenderFacts): Sender {
  const { senderName, replyTo, ownSender } = organization
  const address = config.ownSenders && ownSender ? ownSender.address : senderAddress(config.mailFrom)
  return {
    from: { name: oneLine(senderName, 100), address },
    ...(replyTo ? { replyTo: oneLine(replyTo, 255) } : {}),
  }
}

/** A custom address is used only with its signature. */
export async function signingSenderOf(
  db: Db,
  platform: Pick<Platform, 'config' | 'secrets'>,
  { organization }: SenderFacts,
): Promise<Sender> {
  const { ownSender } = organization
  if (!ownSender || !platform.config.ownSenders) return senderOf(platform, { organization })
  const signature = await findDkimKey(db, platform, ownSender)
  if (!signature) return senderOf(platform, { organization: { ...organization, ownSender: null } })
  return { ...senderOf(platform, { organization }), signature }
}

export const senderOfOrganization = async (
  db: Db,
  platform: Pick<Platform, 'config' | 'secrets'>,
  organizationId: number,
): Promise<Sender> => signingSenderOf(db, platform, await getOrganizationFacts(db, organizationId))

/** `Riverbend Food Bank <no-reply@example.org>`, for staff. */
export const formatSender = ({ from }: Sender): string => `${from.name} <${from.address}>`

/** `Maria Gonzalez <maria@example.org>`, for staff. */
export const formatRecipient = ({ donor: { name, email } }: Pick<MatchFacts, 'donor'>): string =>
  oneLine([name, `<${email}>`].filter(Boolean).join(' '))
