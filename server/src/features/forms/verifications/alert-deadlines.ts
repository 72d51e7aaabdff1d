import { linkTo, screens } from '@twofold/contract'
import { z } from 'zod'
import { acrossOrganizations } from '../../../platform/database/database.ts'
import { runEvery } from '../../../platform/jobs/run-every.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { dayText, moneyText } from '../../core/texts/index.ts'
import { insertSystemEmail, sanitizeName, systemEmailKind } from '../../email/system-emails/index.ts'
import { findAlert, recordAlerts } from './alerts.queries.ts'

const organizationsAtOnce = 200

export const alertDeadlines = ({ database, clock }: Pick<Platform, 'database' | 'clock'>): Promise<number> =>
  acrossOrganizations(database, async (db) => {
    const now = clock()
    const alerted = await recordAlerts(db, now, organizationsAtOnce)
    for (const { organization_id: organizationId, recipients } of alerted) {
      for (const recipient of recipients) {
        const parameters = { organizationId, at: now.toISOString() }
        await insertSystemEmail(db, { kind: 'verification-due', recipient, parameters, now })
      }
    }
    return alerted.length
  })

export const runDeadlineAlerts = (platform: Platform): { stop: () => Promise<void> } =>
  runEvery({
    name: 'alerting deadlines',
    everyMs: 10 * 60_000,
    work: async () => (await alertDeadlines(platform)) >= organizationsAtOnce,
    log: platform.log,
  })

/** Matches may have been verified or closed in the meantime; sends nothing if none are left. */
export const verificationDueEmail = systemEmailKind('verification-due', {
  when: 'Matches wait for the nonprofit, and the last day to verify or sign them is a week away or less.',
  parameters: z.object({ organizationId: z.int(), at: z.coerce.date() }),
  prepare: async ({ db, locale, parameters: { organizationId, at } }) => {
    const alert = await findAlert(db, organizationId, at)
    if (!alert || alert.is_closed || alert.count === 0) return null
    return {
      about: {
        organization: sanitizeName(alert.organization),
        count: alert.count,
        first: dayText(alert.matches[0]?.until ?? null, locale),
        matches: alert.matches.map(({ donor, company, estimated_cents, currency, until }) => ({
          donor: oneLine(donor, 60),
          company: oneLine(company, 60),
          worth: estimated_cents > 0 ? moneyText(estimated_cents, currency, locale) : '',
          until: dayText(until, locale),
        })),
      },
      path: linkTo(screens.verifications, { in: organizationId }),
    }
  },
})
