import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { oneLine } from '../../../platform/mail/plain-words.ts'
import { asName, letterKind } from '../../notifications/index.ts'
import { changesAbout } from './present-suggestion.ts'
import { findSuggestion, findWhoSuggested } from './suggestions.queries.ts'

/** To whoever suggested a correction, once our support has decided. */
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
