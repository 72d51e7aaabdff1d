import { linkTo, screens, suggestions } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { oneLine } from '../../../../platform/mail/plain-words.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { type Auditor, writeAudit } from '../../../core/audit/index.ts'
import { lockOrganization } from '../../../core/organizations/index.ts'
import { asName, letterKind } from '../../../email/notifications/index.ts'
import { changesAbout } from './present-suggestion.ts'
import {
  countOwnWaiting,
  findSuggestion,
  findWhoSuggested,
  insertSuggestion,
  type Suggested,
} from './suggestions.queries.ts'

const { suggestionMessages, suggestionSubjects, waitingAtMost } = suggestions

/**
 * Stores a suggestion with an audit entry. Ignores an identical open one.
 * @throws Refusal conflict if too many are open
 */
export async function recordSuggestion(
  db: Db,
  auditor: Auditor,
  { company, ...given }: Suggested & { readonly company: string },
): Promise<void> {
  await lockOrganization(db, given.organizationId)
  const waiting = await countOwnWaiting(db, given)
  const most = given.donationId === null ? waitingAtMost.staff : waitingAtMost.gift
  if (waiting.own >= most || waiting.all >= waitingAtMost.organization) {
    throw new Refusal('conflict', suggestionMessages.tooMany)
  }
  const id = await insertSuggestion(db, given)
  if (id === null) return
  await writeAudit(db, auditor, {
    organizationId: given.organizationId,
    action: 'made',
    subject: 'suggestion',
    subjectId: id,
    after: { name: company, about: suggestionSubjects[given.about], value: given.value, source: given.source_url },
  })
}

/** Letter to the author of a suggested correction after our support team's decision. */
export const suggestionLetter = letterKind('suggestion-answered', {
  when: 'Our support accepted or declined a suggested correction: to the user or the donor who suggested it.',
  parameters: z.object({ suggestionId: z.int() }),
  prepare: async ({ db, recipient, parameters: { suggestionId } }) => {
    const row = await findSuggestion(db, suggestionId)
    const who = row && (await findWhoSuggested(db, suggestionId))
    if (!row || !who || who.email !== recipient || row.accepted === null) return null
    return {
      about: {
        company: asName(row.company),
        about: row.about,
        value: oneLine(row.value, 500),
        accepted: row.accepted,
        changed: changesAbout(row).length > 0,
        reason: oneLine(row.reason, 500),
        isDonor: who.is_donor,
      },
      ...(who.is_donor
        ? {}
        : { path: linkTo(screens.company, { companyId: row.company_id, in: row.organization_id }) }),
    }
  },
})
