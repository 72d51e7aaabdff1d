import { chosenEmployer, type EmployerFinding, type MoveAction, type StatusId, statusOf } from '@twofold/matching'
import type { Db, Tenant } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { type Directory, listCurrentPolicies } from '../companies/index.ts'
import { keepsNight, queueInitialMails } from '../notifications/index.ts'
import {
  type Actor,
  type ArrivingRow,
  insertDonations,
  insertEvaluations,
  insertEvents,
  type JudgedRow,
  lockGiftsOfDonors,
  updateJudged,
} from './donations.queries.ts'
import type { Judgement, World } from './gifts-together.ts'
import { earlierCompany, judgeLedger } from './ledger.ts'
import { factsOf, listCampaigns, listJudgedOrganizations } from './world.queries.ts'

export type JudgingContext = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly directory: Directory
  readonly actor: Actor
  readonly mailWithoutEmployer?: boolean
  readonly onProgress?: (phase: 'evaluating' | 'saving', done: number) => void
}

/** Judges new gifts with what else their donors gave, and inserts them. The judging lock must be held. */
export async function judgeArriving(db: Db, context: JudgingContext, arriving: readonly ArrivingRow[]): Promise<void> {
  const donorIds = [...new Set(arriving.map((row) => row.donor_id))]
  const present = await lockGiftsOfDonors(db, context.tenant.family, donorIds)
  const ids = new Set(arriving.map((row) => row.id))
  const judgements = await judge(db, context, [...present, ...arriving], {
    subjects: ids,
    arriving: ids,
    action: 'create',
  })
  const now = context.platform.clock()
  context.onProgress?.('saving', 0)
  await insertDonations(db, arriving, now)
  await keep(db, context, judgements, now)
}

/**
 * Judges gifts that are here again, because something about them, their employer or their organization changed.
 * Answers the status of each. The judging lock must be held.
 */
export async function judgeDonors(
  db: Db,
  context: JudgingContext,
  given: {
    readonly donorIds: readonly number[]
    readonly donationIds: ReadonlySet<number>
    readonly action: MoveAction
  },
): Promise<Map<number, StatusId>> {
  const rows = await lockGiftsOfDonors(db, context.tenant.family, given.donorIds)
  const judgements = await judge(db, context, rows, {
    subjects: given.donationIds,
    arriving: new Set(),
    action: given.action,
  })
  await keep(db, context, judgements, context.platform.clock())
  return new Map(rows.map((row) => [row.id, row.status_id]))
}

type Given = {
  readonly subjects: ReadonlySet<number>
  readonly arriving: ReadonlySet<number>
  readonly action: MoveAction
}

async function judge(
  db: Db,
  context: JudgingContext,
  rows: readonly JudgedRow[],
  { subjects, arriving, action }: Given,
): Promise<Judgement[]> {
  const organizationIds = [...new Set(rows.map((row) => row.organization_id))]
  const organizations = new Map((await listJudgedOrganizations(db, organizationIds)).map((row) => [row.id, row]))
  const campaigns = await listCampaigns(db, organizationIds)
  const ledgers = [...Map.groupBy(rows, (row) => `${row.organization_id}:${row.donor_id}`).values()]
  const findings = await findEmployers(context.directory, ledgers, subjects)
  const companyIds = new Set(
    [...findings.values(), ...rows.map((row) => ({ companyId: row.company_id }))].map(({ companyId }) => companyId),
  )
  const policies = await listCurrentPolicies(
    db,
    [...companyIds].filter((id) => id !== null),
  )
  const now = context.platform.clock()
  const worlds = new Map<number, World>(
    [...organizations.values()].map((organization) => [
      organization.id,
      {
        now,
        organization,
        facts: factsOf(organization),
        campaigns: campaigns.filter(({ organizationId }) => organizationId === organization.id),
        policies,
      },
    ]),
  )
  let done = 0
  return ledgers.flatMap((ledger) => {
    const world = worlds.get(ledger[0]?.organization_id ?? 0)
    if (!world) throw new Error('a gift belongs to no organization')
    const own = ledger.filter(({ id }) => subjects.has(id))
    done += own.length
    context.onProgress?.('evaluating', done)
    return judgeLedger(world, ledger, own, findings, { action, by: context.actor.kind, arriving })
  })
}

/** Who employs the donors of the subjects; in order of dates, because an earlier gift's employer helps a later one's. */
async function findEmployers(
  directory: Directory,
  ledgers: readonly (readonly JudgedRow[])[],
  subjects: ReadonlySet<number>,
): Promise<Map<number, EmployerFinding>> {
  const { index, nameOf } = await directory.current()
  const findings = new Map<number, EmployerFinding>()
  const byText = new Map<string, EmployerFinding>()
  for (const ledger of ledgers) {
    const inOrder = ledger.filter(({ id }) => subjects.has(id)).sort((a, b) => (a.donated_at < b.donated_at ? -1 : 1))
    for (const row of inOrder) {
      const finding = known(row, nameOf) ?? find(row, ledger)
      findings.set(row.id, finding)
      // written before it is judged, so that the person's next gift finds it
      Object.assign(row, { company_id: finding.companyId, employer_how: finding.how })
    }
  }
  return findings

  function find(row: JudgedRow, ledger: readonly JudgedRow[]): EmployerFinding {
    const earlier = earlierCompany(row, ledger)
    const key = JSON.stringify([row.company_id, row.employer_text, earlier, row.donor_email.split('@').at(-1)])
    const known = byText.get(key)
    if (known) return known
    const finding = index.find({
      companyId: row.company_id,
      text: row.employer_text,
      earlierCompanyId: earlier,
      email: row.donor_email,
    })
    byText.set(key, finding)
    return finding
  }
}

/** A company that was found or chosen before is not looked for again. */
function known(row: JudgedRow, nameOf: (companyId: number) => string | undefined): EmployerFinding | null {
  if (row.company_id === null || row.employer_how === null) return null
  const chosen = chosenEmployer(row.company_id, nameOf(row.company_id) ?? row.employer_text)
  return { ...chosen, how: row.employer_how, confidence: row.employer_confidence ?? 1, text: row.employer_text }
}

/** Writes what changed, why, and what follows from it. */
async function keep(db: Db, context: JudgingContext, judgements: readonly Judgement[], now: Date): Promise<void> {
  const { tenant, actor } = context
  const { config } = context.platform
  await updateJudged(
    db,
    judgements.filter(({ before }) => before !== null).map(({ row }) => row),
    now,
  )
  const moved = judgements.filter(({ row, before }) => before === null || before.status !== row.status_id)
  await insertEvents(
    db,
    moved.map(({ row, before }) => ({
      organization_id: row.organization_id,
      donation_id: row.id,
      action: row.merged_into_id !== null ? 'merge' : before === null ? 'create' : 'evaluate',
      from_status_id: before?.status ?? null,
      to_status_id: row.status_id,
      reason_code: row.reason_code,
    })),
    actor,
    now,
  )
  await insertEvaluations(
    db,
    judgements.flatMap(({ row, evaluation }) =>
      evaluation
        ? [
            {
              organization_id: row.organization_id,
              donation_id: row.id,
              status_id: evaluation.statusId,
              policy_version_id: evaluation.policyVersionId,
              trace: evaluation.trace,
            },
          ]
        : [],
    ),
    now,
  )
  await queueInitialMails(
    db,
    tenant.family,
    moved
      .filter(({ row }) => row.merged_into_id === null && !row.inert && statusOf(row.status_id).hasMail)
      .filter(({ row }) => row.status_id !== 23 || context.mailWithoutEmployer)
      .map(({ row }) => ({
        organizationId: row.organization_id,
        donationId: row.id,
        donorId: row.donor_id,
        statusId: row.status_id,
      })),
    { now, delaySeconds: config.mailDelaySeconds, keepsNight: keepsNight(config) },
  )
}
