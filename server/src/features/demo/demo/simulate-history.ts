import type { Db } from '../../../platform/database/database.ts'
import { blankGiven, type NewDonation, recordDonations } from '../../donations/donations/index.ts'
import { analyzeDonationTables } from '../../donations/imports/index.ts'
import { type Actor, moveMatches, type RequestedMove } from '../../matches/matches/index.ts'
import { insertHarvestDrive, insertRow, listUploaded, setImportCounts } from './demo.queries.ts'
import type { DemoContext } from './demo-context.ts'
import type { DemoOrganizations } from './demo-organizations.ts'
import { addDemoVersions, shareMailsWithVersion } from './demo-templates.queries.ts'
import { employerOf } from './employers.ts'
import { donationsOf, type UploadPeriod } from './gifts.ts'
import { makePeople, type Person } from './people.ts'
import { signDemoForms } from './sign-demo-forms.ts'
import { simulateEmailActivity } from './simulate-email-activity.ts'
import { invoiceEvents } from './simulate-invoices.ts'
import { payoutEvents } from './simulate-payouts.ts'
import { assignStories, stories } from './stories.ts'

const day = 86_400_000

type Moment = { readonly at: Date; readonly happen: (at: Date) => Promise<void> }

export async function simulateHistory(db: Db, stage: DemoContext): Promise<void> {
  const { chance, platform, organizations, size } = stage
  const now = platform.clock()
  const today = startOfDay(now)
  await holdCampaign(db, organizations, now)
  const people = makePeople(chance, size.donors, () => employerOf(chance))
  const calendar: Moment[] = spells(today, size.months).map((spell, index) => ({
    at: spell.uploadedAt,
    happen: async (at) => {
      await upload(db, stage, { spell, people, at, plan: (moment) => calendar.push(moment) })
      // The gifts are visible only in this transaction until it commits, so it updates the planner's statistics itself.
      if (Number.isInteger(Math.log2(index + 1))) await analyzeDonationTables(db)
    },
  }))
  calendar.push(...payoutEvents(db, stage, today), ...invoiceEvents(db, stage, today))
  while (calendar.length > 0) {
    calendar.sort((a, b) => a.at.getTime() - b.at.getTime())
    const next = calendar.shift()
    if (next && next.at <= today) await next.happen(next.at)
  }
  await fillMaple(db, stage, people.slice(0, 12), now)
  await simulateEmailActivity(db, stage.tenant, chance, now)
  await addDemoVersions(db, organizations.riverbend, organizations.adminId, now)
  await shareMailsWithVersion(db, organizations.riverbend, now)
}

/** Two demo databases created on the same day are equal. */
const startOfDay = (now: Date): Date => new Date(Math.floor(now.getTime() / day) * day)

function spells(today: Date, months: number): UploadPeriod[] {
  const monthStart = (back: number): Date => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - back, 1))
  const past = Array.from({ length: months }, (_, index) => {
    const back = months - index
    const until = monthStart(back - 1)
    return { from: monthStart(back), until, uploadedAt: new Date(until.getTime() + 1.6 * day), share: 1 }
  })
  // The gift must not be in the future in any American time zone.
  const end = new Date(today.getTime() - day / 4)
  const present: UploadPeriod[] = []
  for (let from = monthStart(0); from < end; from = new Date(from.getTime() + 7 * day)) {
    const until = new Date(Math.min(from.getTime() + 7 * day, end.getTime()))
    const uploadedAt = new Date(Math.min(until.getTime() + 0.6 * day, today.getTime()))
    present.push({ from, until, uploadedAt, share: (until.getTime() - from.getTime()) / (30 * day) })
  }
  return [...past, ...present].filter(({ uploadedAt }) => uploadedAt <= today)
}

type Upload = {
  readonly spell: UploadPeriod
  readonly people: readonly Person[]
  readonly at: Date
  readonly plan: (moment: Moment) => void
}

async function upload(db: Db, stage: DemoContext, { spell, people, at, plan }: Upload): Promise<void> {
  const { chance, organizations, platform, size } = stage
  const month = spell.from.toISOString().slice(0, 7)
  const donations = donationsOf(chance, people, spell, {
    organizations,
    donationsInAll: size.gifts,
    months: size.months,
  })
  const optIn = month.endsWith('-03') // the spring appeal requires consent
  const noCompany = month.endsWith('-10')
  const fileName = `donations-${spell.from.toISOString().slice(0, 10)}.csv`
  const importId = await insertImport(db, organizations, { fileName, at, optIn, noCompany })
  const result = await recordDonations(
    db,
    {
      ...contextAt(stage, at, { kind: 'import', userId: organizations.adminId }),
      importId,
      optIn,
      mailWithoutEmployer: noCompany,
    },
    donations,
  )
  const read = { organizationId: organizations.riverbend, id: importId, rows: donations.length }
  await setImportCounts(db, read, result)
  const rows = await listUploaded(db, importId)
  for (const [name, ids] of assignStories(chance, rows)) {
    let last = at
    for (const { days, action, by } of stories[name]) {
      const when = new Date(at.getTime() + days * day + chance.between(0, 20) * 1_800_000)
      last = when > last ? when : new Date(last.getTime() + 3_600_000)
      plan({
        at: last,
        happen: async (moment) => {
          await move(db, stage, ids, action, by, moment)
          const isRecent = platform.clock().getTime() - moment.getTime() < 60 * day
          if (action === 'sign' && isRecent) await signDemoForms(db, { ...platform, clock: () => moment }, ids)
        },
      })
    }
  }
}

/** The match may have changed since, for example by combining. */
async function move(
  db: Db,
  stage: DemoContext,
  ids: readonly number[],
  action: RequestedMove,
  kind: Actor['kind'],
  at: Date,
): Promise<void> {
  const actor: Actor =
    kind === 'user' ? { kind, userId: stage.organizations.adminId, level: 'admin' } : { kind, userId: null }
  await moveMatches(db, contextAt(stage, at, actor), { donationIds: ids, action, whereAllowed: true })
}

const contextAt = ({ platform, directory, tenant }: DemoContext, at: Date, actor: Actor) => ({
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
async function holdCampaign(db: Db, { riverbend }: DemoOrganizations, now: Date): Promise<void> {
  const from = new Date(now.getTime() - 45 * day).toISOString().slice(0, 10)
  const to = new Date(now.getTime() + 45 * day).toISOString().slice(0, 10)
  await insertHarvestDrive(db, { organizationId: riverbend, from, to })
}

/** They wait until the school group has finished its setup. */
async function fillMaple(db: Db, stage: DemoContext, people: readonly Person[], now: Date): Promise<void> {
  const donations = people.map(
    (person, index): NewDonation => ({
      ...blankGiven,
      row: index + 1,
      organizationId: stage.organizations.maple,
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
      ...contextAt(stage, now, { kind: 'user', userId: null, level: 'admin' }),
      importId: null,
      optIn: false,
      mailWithoutEmployer: false,
    },
    donations,
  )
}
