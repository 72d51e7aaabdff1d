import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { dayText, languageOf } from '../../core/texts/index.ts'
import { sanitizeName, systemEmailKind } from '../../email/system-emails/index.ts'
import { findWarning } from './erasing.queries.ts'

/** The organization may have been reopened. */
export const erasureWarningEmail = systemEmailKind('erasure-soon', {
  when: 'A week before everything in a closed organization is erased, to its administrators.',
  parameters: z.object({ organizationId: z.int() }),
  prepare: async ({ db, now, parameters: { organizationId } }) => {
    const warning = await findWarning(db, organizationId, now)
    if (!warning || warning.day === null) return null
    return {
      about: {
        organization: sanitizeName(warning.organization),
        day: dayText(warning.day, languageOf(warning.language).locale),
        parent: warning.parent === null ? null : sanitizeName(warning.parent),
      },
      path: linkTo(screens.organizationDetails, { in: organizationId, tab: 'settings' }),
    }
  },
})
