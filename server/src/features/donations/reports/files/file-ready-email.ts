import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { dayText, languageOf } from '../../../core/texts/index.ts'
import { sanitizeName, systemEmailKind } from '../../../email/system-emails/index.ts'
import { findFileNotice } from './report-files.queries.ts'

/** The file is not attached: downloading it requires signing in. */
export const fileReadyEmail = systemEmailKind('report-file', {
  when: 'When a file of many rows is ready that its person waited for longer than a minute.',
  parameters: z.object({ organizationId: z.int(), fileId: z.int() }),
  prepare: async ({ db, recipient, parameters }) => {
    const found = await findFileNotice(db, parameters, recipient)
    if (!found) return null
    const { locale } = languageOf(found.language)
    return {
      about: {
        organization: sanitizeName(found.organization),
        name: sanitizeName(found.name),
        format: found.format === 'csv' ? 'CSV' : 'Excel',
        rows: found.rows_written.toLocaleString(locale),
        until: dayText(found.last_day, locale),
      },
      path: linkTo(screens.reports, { in: parameters.organizationId }),
    }
  },
})
