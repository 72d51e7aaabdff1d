import type { Db } from '../../../platform/database/database.ts'
import { blankDonation, type NewDonation } from '../../donations/identification/index.ts'
import { analyzeDonationTables } from '../../donations/imports/index.ts'
import { recordDonations } from '../../donations/recording/index.ts'
import { type Actor, moveMatches, type RequestedMove } from '../../matches/matches/index.ts'
import { insertHarvestDrive, insertRow, listGiftsToSign, listUploaded, setImportCounts } from './demo.queries.ts'
import type { DemoContext } from './demo-context.ts'
import type { DemoOrganizations } from './demo-organizations.ts'
import { addDemoVersions, shareMailsWithVersion } from './demo-templates.queries.ts'
import { employerOf } from './employers.ts'
import { donationsOf, type UploadPeriod } from './gifts.ts'
import { makePeople, type Person } from './people.ts'
import { assignScenarios, scenarios } from './scenarios.ts'
import { signDemoForms } from './sign-demo-forms.ts'
import { simulateEmailActivity } from './simulate-email-activity.ts'
import { invoiceEvents } from './simulate-invoices.ts'
import { payoutEvents } from './simulate-payouts.ts'

const day = 86_400_000

type ScheduledEvent = { readonly at: Date; readonly run: (at: Date) => Promise<void> }

export async function simulateHistory(db: Db, context: DemoContext): Promise<void> {
  const { random, platform, organizations, size } = context
  const now = platform.clock()
  const today = startOfDay(now)
  await addHarvestCampaign(db, organizations, now)
  const people = makePeople(random, size.donors, () => employerOf(random))
  const calendar: ScheduledEvent[] = createUploadPeriods(today, size.months).map((period, index) => ({
    at: period.uploadedAt,
    run: async (at) => {
      await upload(db, context, { period, people, at, plan: (event) => calendar.push(event) })
      // The gifts are visible only in this transaction until it commits, so it updates the planner's statistics itself.
      if (Number.isInteger(Math.log2(index + 1))) await analyzeDonationTables(db)
    },
  }))
  calendar.push(...payoutEvents(db, context, today), ...invoiceEvents(db, context, today))
  while (calendar.length > 0) {
    calendar.sort((a, b) => a.at.getTime() - b.at.getTime())
    const nextEvent = calendar.shift()
    if (nextEvent && nextEvent.at <= today) await nextEvent.run(nextEvent.at)
  }
  await signNewestForms(db, context, new Date(today.getTime() - day))
  await addMapleDonations(db, context, people.slice(0, 12), now)
  await simulateEmailActivity(db, context.tenant, random, now)
  await addDemoVersions(db, organizations.riverbend, organizations.adminId, now)
  await shareMailsWithVersion(db, organizations.riverbend, now)
}

/** Two demo databases created on the same day are equal. */
const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / day) * day)

function createUploadPeriods(today: Date, months: number): UploadPeriod[] {
  const monthStart = (monthsAgo: number): Date =>
    new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - monthsAgo, 1))
  const pastPeriods = Array.from({ length: months }, (_, index) => {
    const monthsAgo = months - index
    const until = monthStart(monthsAgo - 1)
    return { from: monthStart(monthsAgo), until, uploadedAt: new Date(until.getTime() + 1.6 * day), share: 1 }
  })
  // The gift must not be in the future in any American time zone.
  const end = new Date(today.getTime() - day / 4)
  const currentPeriods: UploadPeriod[] = []
  for (let from = monthStart(0); from < end; from = new Date(from.getTime() + 7 * day)) {
    const until = new Date(Math.min(from.getTime() + 7 * day, end.getTime()))
    const uploadedAt = new Date(Math.min(until.getTime() + 0.6 * day, today.getTime()))
    currentPeriods.push({ from, until, uploadedAt, share: (until.getTime() - from.getTime()) / (30 * day) })
  }
  return [...pastPeriods, ...currentPeriods].filter(({ uploadedAt }) => uploadedAt <= today)
}

type Upload = {
  readonly period: UploadPeriod
  readonly people: readonly Person[]
  readonly at: Date
  readonly plan: (event: ScheduledEvent) => void
}

async function upload(db: Db, context: DemoContext, { period, people, at, plan }: Upload): Promise<void> {
  const { random, organizations, platform, size } = context
  const month = period.from.toISOString().slice(0, 7)
  const donations = donationsOf(random, people, period, {
    organizations,
    donationsInAll: size.gifts,
    months: size.months,
  })
  const optIn = month.endsWith('-03') // the spring appeal requires consent
  const noCompany = month.endsWith('-10')
  const fileName = `donations-${period.from.toISOString().slice(0, 10)}.csv`
  const importId = await insertImport(db, organizations, { fileName, at, optIn, noCompany })
  const result = await recordDonations(
    db,
    {
      ...createContextAt(context, at, { kind: 'import', userId: organizations.adminId }),
      importId,
      optIn,
      mailWithoutEmployer: noCompany,
    },
    donations,
  )
  const uploadedFile = { organizationId: organizations.riverbend, id: importId, rows: donations.length }
  await setImportCounts(db, uploadedFile, result)
  const rows = await listUploaded(db, importId)
  for (const [name, ids] of assignScenarios(random, rows)) {
    let lastTime = at
    for (const { days, action, by } of scenarios[name]) {
      const plannedTime = new Date(at.getTime() + days * day + random.between(0, 20) * 1_800_000)
      lastTime = plannedTime > lastTime ? plannedTime : new Date(lastTime.getTime() + 3_600_000)
      plan({
        at: lastTime,
        run: async (eventTime) => {
          await moveScenarioMatches(db, context, ids, action, by, eventTime)
          const isRecent = platform.clock().getTime() - eventTime.getTime() < 60 * day
          if (action === 'sign' && isRecent) await signDemoForms(db, { ...platform, clock: () => eventTime }, ids)
        },
      })
    }
  }
}

/** On some days, the nonprofit has signed all forms of the planned scenarios. */
async function signNewestForms(db: Db, context: DemoContext, at: Date): Promise<void> {
  const ids = await listGiftsToSign(db, context.organizations.riverbend, at, 2)
  for (const action of ['open_signing', 'sign'] as const)
    await moveScenarioMatches(db, context, ids, action, 'donor', at)
  await signDemoForms(db, { ...context.platform, clock: () => at }, ids)
}

/** The match may have changed since, for example by combining. */
async function moveScenarioMatches(
  db: Db,
  context: DemoContext,
  ids: readonly number[],
  action: RequestedMove,
  kind: Actor['kind'],
  at: Date,
): Promise<void> {
  const actor: Actor =
    kind === 'user' ? { kind, userId: context.organizations.adminId, level: 'admin' } : { kind, userId: null }
  await moveMatches(db, createContextAt(context, at, actor), { donationIds: ids, action, whereAllowed: true })
}

const createContextAt = ({ platform, directory, tenant }: DemoContext, at: Date, actor: Actor) => ({
  platform: { ...platform, clock: () => at },
  directory,
  tenant,
  actor,
})

async function insertImport(
  db: Db,
  { riverbend, adminId }: DemoOrganizations,
  { fileName, at, optIn, noCompany }: { fileName: string; at: Date; optIn: boolean; noCompany: boolean },
): Promise<number> {
  const options = { optIn, noCompany, dateOrder: null, includeAttention: false, sheet: null }
  return insertRow(db, 'imports', {
    organization_id: riverbend,
    user_id: adminId,
    state: 'done',
    phase: 'finished',
    file_name: fileName,
    options: JSON.stringify(options),
    map: '{}',
    created_at: at,
    finished_at: at,
  })
}

/** The nonprofit submits, so the matches wait for it immediately. */
async function addHarvestCampaign(db: Db, { riverbend }: DemoOrganizations, now: Date): Promise<void> {
  const from = new Date(now.getTime() - 45 * day).toISOString().slice(0, 10)
  const to = new Date(now.getTime() + 45 * day).toISOString().slice(0, 10)
  await insertHarvestDrive(db, { organizationId: riverbend, from, to })
}

/** They wait until the school group has finished its setup. */
async function addMapleDonations(db: Db, context: DemoContext, people: readonly Person[], now: Date): Promise<void> {
  const donations = people.map(
    (person, index): NewDonation => ({
      ...blankDonation,
      row: index + 1,
      organizationId: context.organizations.maple,
      transactionId: `MS-${100 + index}`,
      donatedAt: `${new Date(now.getTime() - (index + 2) * day).toISOString().slice(0, 10)} 18:30:00`,
      amountCents: person.usualDollars * 100,
      currency: 'USD',
      donor: person,
      employer: { companyId: null, text: person.employer },
    }),
  )
  await recordDonations(
    db,
    {
      ...createContextAt(context, now, { kind: 'user', userId: null, level: 'admin' }),
      importId: null,
      optIn: false,
      mailWithoutEmployer: false,
    },
    donations,
  )
}
