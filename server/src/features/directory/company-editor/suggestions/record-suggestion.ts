import { linkTo, screens, suggestions } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../../platform/database/database.ts'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import { type AuditContext, writeAudit } from '../../../core/audit/index.ts'
import { lockOrganization } from '../../../core/organizations/index.ts'
import { sanitizeName, systemEmailKind } from '../../../email/system-emails/index.ts'
import { changesAbout } from './present-suggestion.ts'
import {
  countWaitingSuggestions,
  findSuggester,
  findSuggestion,
  insertSuggestion,
  type NewSuggestion,
} from './suggestions.queries.ts'

const { suggestionMessages, suggestionSubjects, maxWaitingSuggestions } = suggestions

/** Ignores an identical open one. @throws Refusal conflict if too many are open */
export async function recordSuggestion(
  db: Db,
  auditor: AuditContext,
  { company, ...given }: NewSuggestion & { readonly company: string },
): Promise<void> {
  await lockOrganization(db, given.organizationId)
  const waiting = await countWaitingSuggestions(db, given)
  const waitingLimit = given.donationId === null ? maxWaitingSuggestions.staff : maxWaitingSuggestions.gift
  if (waiting.own >= waitingLimit || waiting.all >= maxWaitingSuggestions.organization) {
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

export const suggestionEmail = systemEmailKind('suggestion-answered', {
  when: 'Our support accepted or declined a suggested correction: to the user or the donor who suggested it.',
  parameters: z.object({ suggestionId: z.int() }),
  prepare: async ({ db, recipient, parameters: { suggestionId } }) => {
    const row = await findSuggestion(db, suggestionId)
    const suggester = row && (await findSuggester(db, suggestionId))
    if (!row || !suggester || suggester.email !== recipient || row.accepted === null) return null
    return {
      about: {
        company: sanitizeName(row.company),
        about: row.about,
        value: oneLine(row.value, 500),
        accepted: row.accepted,
        changed: changesAbout(row).length > 0,
        reason: oneLine(row.reason, 500),
        isDonor: suggester.is_donor,
      },
      ...(suggester.is_donor
        ? {}
        : { path: linkTo(screens.company, { companyId: row.company_id, in: row.organization_id }) }),
    }
  },
})
