import { type donations, type mails, staffMessages } from '@twofold/contract'
import { type Db, inTenant } from '../../../../platform/database/database.ts'
import type { Sql } from '../../../../platform/database/sql.ts'
import { notFound, Refusal } from '../../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../../core/audit/index.ts'
import { writeAudit } from '../../../core/audit/index.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { hasQuietHours, insertMessage, queueMessage, reviewMails } from '../../../email/notifications/index.ts'
import { findDonors, matchesFilter, readFilter } from '../../filters/index.ts'
import { hasIds } from '../bulk/bulk.queries.ts'

const { maxMessageGifts, texts } = staffMessages

type MessageInput = staffMessages.MessageText & {
  readonly donation_ids?: readonly number[] | undefined
  readonly filters?: donations.DonationFilters | undefined
}
type ConfirmedMessage = MessageInput & { readonly mails: number }

// Queuing 20,000 emails takes several seconds.
const timeoutMs = 60_000

/** The work is rolled back. @throws Refusal like `sendMessage` */
export function reviewMessage(call: WriteCall, directory: Directory, input: MessageInput): Promise<mails.SendReview> {
  const work = async (db: Db) => (await queue(db, call, directory, { ...input, mails: 0 })).review
  return inTenant(call.platform.database, call.tenant, work, { dryRun: true, timeoutMs })
}

/**
 * Returns the number of emails. @throws Refusal not_found, conflict without gifts, with too many, or if the confirmed
 * number has changed
 */
export function sendMessage(call: WriteCall, directory: Directory, input: ConfirmedMessage): Promise<number> {
  const { platform, tenant } = call
  const work = async (db: Db): Promise<number> => {
    const { messageId, review } = await queue(db, call, directory, input)
    if (review.mails !== input.mails) throw new Refusal('conflict', texts.changed(input.mails, review.mails))
    await writeAudit(db, call, {
      organizationId: tenant.organizationId,
      action: 'sent',
      subject: 'mails to donors',
      after: { message: messageId, mails: review.mails },
    })
    return review.mails
  }
  return inTenant(platform.database, tenant, work, { timeoutMs })
}

type QueuedMessage = { readonly messageId: number; readonly review: mails.SendReview }

async function queue(db: Db, call: WriteCall, directory: Directory, input: ConfirmedMessage): Promise<QueuedMessage> {
  const { platform, tenant, caller } = call
  const { mails, subject, body } = input
  const now = platform.clock()
  const messageId = await insertMessage(db, tenant, { words: { subject, body }, mails, userId: caller.user.id, now })
  const gifts = await queueMessage(db, {
    messageId,
    chosen: await chooseGifts(db, call, directory, input),
    atMost: maxMessageGifts + 1,
    now,
    delaySeconds: platform.config.mailDelaySeconds,
    keepsNight: hasQuietHours(platform.config),
  })
  if (input.donation_ids && gifts < new Set(input.donation_ids).size) throw notFound()
  if (gifts === 0) throw new Refusal('conflict', texts.nothing)
  if (gifts > maxMessageGifts) throw new Refusal('conflict', texts.tooMany)
  return { messageId, review: await reviewMails(db, { platform, tenant }, 'of this transaction') }
}

async function chooseGifts(
  db: Db,
  { tenant, platform }: WriteCall,
  directory: Directory,
  { donation_ids = [], filters }: MessageInput,
): Promise<Sql> {
  if (!filters) return hasIds(tenant, [...new Set(donation_ids)])
  const filter = await readFilter(filters, tenant, directory, platform.clock())
  return matchesFilter(filter, await findDonors(db, filter))
}
