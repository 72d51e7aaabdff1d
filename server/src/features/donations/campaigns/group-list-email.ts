import { z } from 'zod'
import { moneyText } from '../../core/texts/index.ts'
import { sanitizeName, systemEmailKind } from '../../email/system-emails/index.ts'
import { findSubmissionToSend, listGifts } from './group.queries.ts'
import { findReplyOrganization } from './group-organization.queries.ts'
import { listAsCsv, totalsOf } from './list-file.ts'

/** A list that was undone is not sent. */
export const groupListEmail = systemEmailKind('group-list', {
  when: 'A nonprofit submits the gifts of a campaign to a company together.',
  parameters: z.object({ organizationId: z.int(), submissionId: z.int() }),
  prepare: async ({ db, locale, parameters: { organizationId, submissionId } }) => {
    const submission = await findSubmissionToSend(db, organizationId, submissionId)
    const organization = await findReplyOrganization(db, organizationId)
    if (!submission || submission.undone || !organization) return null
    const rows = await listGifts(db, organization.family, submission.donation_ids)
    if (rows.length === 0) return null
    return {
      about: {
        organization: sanitizeName(organization.name),
        company: sanitizeName(submission.company_name),
        by: sanitizeName(submission.user_name),
        totals: totalsOf(rows).map(({ nonprofit, ein, gifts, donors, amountCents, matchCents, currency }) => ({
          nonprofit: sanitizeName(nonprofit),
          ein,
          gifts,
          donors,
          given: moneyText(amountCents, currency, locale),
          requested: moneyText(matchCents, currency, locale),
        })),
      },
      ...(organization.contact_email ? { replyTo: organization.contact_email } : {}),
      attachment: { name: 'matching-gifts.csv', type: 'text/csv; charset=utf-8', content: listAsCsv(rows) },
    }
  },
})
