import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  chosenEmployer,
  type EmployerFinding,
  type MoveAction,
  readEmployerText,
  type StatusId,
} from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { yieldToEventLoop } from '../../../platform/runtime/yield-to-event-loop.ts'
import { type Directory, listDatedRates, listPolicies } from '../../core/companies/index.ts'
import { inFamily } from '../family/index.ts'
import type { ArrivingRow, MatchRow } from '../rows/index.ts'
import { lockDonationsOfDonors } from '../rows/index.ts'
import { moveActorOf } from './actor.ts'
import { type ChangeContext, changeMatches } from './change-matches.ts'
import { evaluatePerson, findCompanyInHistory } from './evaluate-person.ts'
import { type EvaluationInput, type EvaluationResult, personKeyOf, type RuleContext } from './evaluation-state.ts'
import { listCampaigns, listEvaluatedOrganizations, listOwnPolicies, nonprofitFactsOf } from './rule-context.queries.ts'

export type EvaluationContext = ChangeContext & {
  readonly directory: Directory
  readonly onProgress?: (phase: 'evaluating' | 'saving', done: number) => void
  readonly asIfSetUp?: boolean
}

export type PendingDonors = { readonly ids: ReadonlySet<number>; readonly write: () => void }

/** The caller holds the evaluating lock. New donors are inserted in parallel with the evaluation. */
export const evaluateNewDonations = (
  db: Db,
  callerContext: EvaluationContext,
  arrivingRows: readonly ArrivingRow[],
  pendingDonors: PendingDonors,
): Promise<void> => inFamily(db, callerContext, (context) => evaluateNew(db, context, arrivingRows, pendingDonors))

async function evaluateNew(
  db: Db,
  context: EvaluationContext,
  arrivingRows: readonly ArrivingRow[],
  pendingDonors: PendingDonors,
): Promise<void> {
  // A new donor may have given to siblings, which is found through the donor row.
  const isAlone = context.tenant.family.length === 1
  if (!isAlone) pendingDonors.write()
  const donorIds = [...new Set(arrivingRows.map((row) => row.donor_id))]
  const knownDonorIds = isAlone ? donorIds.filter((id) => !pendingDonors.ids.has(id)) : donorIds
  const existingRows =
    knownDonorIds.length > 0 ? await lockDonationsOfDonors(db, context.tenant.family, knownDonorIds) : []
  const decided = await decide(db, context, [...existingRows, ...arrivingRows], {
    subjects: new Set(arrivingRows.map(({ id }) => id)),
    arriving: new Map(arrivingRows.map((row) => [row.id, row])),
    before: copiesOf(existingRows),
    changed: new Set(),
    external: new Map(),
    consentedAt: null,
    startsOver: false,
    isSameEmployer: false,
    action: 'create',
    writePendingDonors: isAlone ? pendingDonors.write : null,
  })
  context.onProgress?.('saving', 0)
  await changeMatches(db, context, decided.changes, decided.arrivals)
}

export type EvaluationRequest = {
  readonly donorIds: readonly number[]
  readonly donationIds: ReadonlySet<number>
  readonly action: MoveAction
  readonly before?: ReadonlyMap<number, MatchRow>
  readonly facts?: ReadonlyMap<number, Partial<MatchRow>>
  readonly consentedAt?: string | null
  /** These donations become external matches. */
  readonly external?: ReadonlyMap<number, StatusId>
  readonly startsOver?: boolean
  readonly isSameEmployer?: boolean
}

/** Returns the statuses. The caller holds the evaluating lock. */
export const evaluateExistingDonations = (
  db: Db,
  callerContext: EvaluationContext,
  request: EvaluationRequest,
): Promise<Map<number, StatusId>> => inFamily(db, callerContext, (context) => evaluateKnown(db, context, request))

async function evaluateKnown(
  db: Db,
  context: EvaluationContext,
  request: EvaluationRequest,
): Promise<Map<number, StatusId>> {
  const { donorIds, donationIds, action, before = new Map(), external = new Map(), facts } = request
  const rows = await lockDonationsOfDonors(db, context.tenant.family, donorIds)
  const previousRows = new Map([...copiesOf(rows), ...before])
  for (const row of rows) Object.assign(row, facts?.get(row.id))
  const decided = await decide(db, context, rows, {
    subjects: donationIds,
    arriving: new Map(),
    before: previousRows,
    changed: new Set(before.keys()),
    external,
    consentedAt: request.consentedAt ?? null,
    startsOver: request.startsOver ?? false,
    isSameEmployer: request.isSameEmployer ?? false,
    action,
    writePendingDonors: null,
  })
  await changeMatches(db, { ...context, skipsReevaluation: action === 'evaluate' }, decided.changes)
  return new Map(rows.map((row) => [row.id, row.status_id]))
}

const copiesOf = (rows: readonly MatchRow[]): Map<number, MatchRow> => new Map(rows.map((row) => [row.id, { ...row }]))

type DecisionInput = Omit<EvaluationInput, 'by'> & {
  readonly subjects: ReadonlySet<number>
  readonly writePendingDonors: (() => void) | null
}

async function decide(
  db: Db,
  context: EvaluationContext,
  rows: readonly MatchRow[],
  { subjects, writePendingDonors, ...baseInput }: DecisionInput,
): Promise<EvaluationResult> {
  const organizationIds = [...new Set(rows.map((row) => row.organization_id))]
  const [evaluated, campaigns, rates] = await Promise.all([
    listEvaluatedOrganizations(db, organizationIds),
    listCampaigns(db, organizationIds),
    listDatedRates(db),
  ])
  const setUp = context.asIfSetUp ? { complete: true, parent_complete: true } : {}
  const organizations = new Map(evaluated.map((row) => [row.id, { ...row, ...setUp }]))
  const people = [...Map.groupBy(rows, personKeyOf).values()]
  const findings = await findEmployers(context.directory, people, subjects)
  const companyIds = new Set(
    [...findings.values(), ...rows.map((row) => ({ companyId: row.company_id }))].map(({ companyId }) => companyId),
  )
  const knownIds = [...companyIds].filter((id) => id !== null)
  const [policies, ownPolicies] = await Promise.all([
    listPolicies(db, knownIds),
    listOwnPolicies(db, organizationIds, knownIds),
  ])
  const now = context.platform.clock()
  const ruleContexts = new Map<number, RuleContext>(
    [...organizations.values()].map((organization) => [
      organization.id,
      {
        now,
        organization,
        facts: nonprofitFactsOf(organization),
        campaigns: campaigns.filter(({ organizationId }) => organizationId === organization.id),
        policies,
        ownPolicies: ownPolicies.filter(({ organizationId }) => organizationId === organization.id),
        rates,
      },
    ]),
  )
  if (writePendingDonors) {
    writePendingDonors()
    await nextTurn()
  }
  let done = 0
  const decided: EvaluationResult[] = []
  for (const person of people) {
    await yieldToEventLoop()
    const personSubjects = person.filter(({ id }) => subjects.has(id))
    done += personSubjects.length
    context.onProgress?.('evaluating', done)
    const input = { ...baseInput, by: moveActorOf(context.actor) }
    decided.push(await evaluatePerson(ruleContexts, person, personSubjects, { findings, input, yieldToEventLoop }))
  }
  return {
    arrivals: decided.flatMap(({ arrivals }) => arrivals),
    changes: decided.flatMap(({ changes }) => changes),
  }
}

/** Dates give the order, because the employer of an earlier gift helps to find a later one. */
async function findEmployers(
  directory: Directory,
  people: readonly (readonly MatchRow[])[],
  subjects: ReadonlySet<number>,
): Promise<Map<number, EmployerFinding>> {
  const { index, nameOf } = await directory.current()
  const findings = new Map<number, EmployerFinding>()
  const byText = new Map<string, EmployerFinding>()
  for (const person of people) {
    await yieldToEventLoop()
    const inOrder = person.filter(({ id }) => subjects.has(id)).sort((a, b) => (a.donated_at < b.donated_at ? -1 : 1))
    for (const row of inOrder) {
      await yieldToEventLoop()
      const finding = knownEmployer(row, nameOf) ?? findEmployer(row, person)
      findings.set(row.id, finding)
      // Written before the evaluation, for the person's next donation.
      Object.assign(row, { company_id: finding.companyId, employer_how: finding.how })
    }
  }
  return findings

  function findEmployer(row: MatchRow, person: readonly MatchRow[]): EmployerFinding {
    const earlier = findCompanyInHistory(row, person)
    const key = JSON.stringify([row.company_id, row.employer_text, earlier, row.donor_email.split('@').at(-1)])
    const cached = byText.get(key)
    if (cached) return cached
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

/** A company that was found or chosen before is not searched again. */
function knownEmployer(row: MatchRow, nameOf: (companyId: number) => string | undefined): EmployerFinding | null {
  if (row.company_id === null || row.employer_how === null) return null
  const chosen = chosenEmployer(row.company_id, nameOf(row.company_id) ?? row.employer_text)
  const { employment } = readEmployerText(row.employer_text)
  return {
    ...chosen,
    how: row.employer_how,
    confidence: row.employer_confidence ?? 1,
    text: row.employer_text,
    employment,
  }
}
