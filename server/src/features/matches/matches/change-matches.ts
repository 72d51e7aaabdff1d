import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { importedColumns } from '@twofold/contract'
import { actions, type Evaluation, type MoveAction, type StatusId, statusOf } from '@twofold/matching'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { maxPipelinedRows } from '../../../platform/database/recordset.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import {
  type Credit,
  creditEmails,
  hasQuietHours,
  queueInitialMails,
  replanFollowUps,
} from '../../email/notifications/index.ts'
import { inFamily, isOwnedByCaller } from '../family/index.ts'
import { type Operation, recordBeforeImages, staffUndoMs } from '../journal/index.ts'
import { type Charge, creditDeletedMatches, recordCharges } from '../ledger/index.ts'
import {
  type ArrivingRow,
  decidedTypes,
  factTypes,
  type MatchRow,
  maximumUsageOf,
  movedTypes,
  ownCents,
} from '../rows/index.ts'
import type { Actor } from './actor.ts'
import {
  deleteDonations,
  type EvaluationRow,
  type FieldChange,
  insertDonations,
  insertEvaluations,
  insertEvents,
  listCompanyNames,
  queueStatusDeliveries,
  restoreStatusTimes,
  scheduleExhausted,
  updateMatches,
  type WriteScope,
  withMatchWritesAllowed,
} from './change-matches.queries.ts'

/**
 * The only code path that changes a match. It writes row, history, evaluation, ledger, and mail in the caller's
 * transaction.
 */

export type ChangeContext = {
  readonly platform: Platform
  readonly tenant: Tenant
  /** The caller's view, if `tenant` is the whole family; see `inFamily`. */
  readonly caller?: Tenant
  /** The transaction locks people instead of the family. */
  readonly holdsPeople?: boolean
  readonly actor: Actor
  /** Donors without an employer get an email that asks for it. */
  readonly mailWithoutEmployer?: boolean
  readonly importId?: number | null
  /** Donations whose donors are mailed again even if they already had the same email: '& Re-Email'. */
  readonly mailAgain?: ReadonlySet<number>
  /** Restored matches only get replacements for canceled emails. */
  readonly mailsOnlyAbandoned?: boolean
  /** No match waits for a maximum, or those that do are evaluated with these changes. */
  readonly skipsReevaluation?: boolean
  readonly operation?: Operation
  readonly charged?: ReadonlyMap<number, Charge>
}

export type ChangeAction = MoveAction | 'merge' | 'split' | 'external' | 'identified' | 'undone'

export type EvaluationWithLimits = Evaluation &
  Pick<EvaluationRow, 'ratio' | 'gift_limit_cents' | 'year_left_cents' | 'lifetime_left_cents'>

export type MatchChange = {
  readonly action: ChangeAction
  readonly before: MatchRow | null
  readonly row: MatchRow
  readonly evaluation?: EvaluationWithLimits | null
  readonly why?: string
  readonly also?: readonly FieldChange[]
  /** Null unless the match is restored: when it first reached its status. */
  readonly since?: string | null | undefined
}

export type Arrival = MatchChange & { readonly before: null; readonly row: ArrivingRow }

export const changeMatches = (
  db: Db,
  context: ChangeContext,
  changes: readonly (MatchChange & { readonly before: MatchRow })[],
  arrivals: readonly Arrival[] = [],
): Promise<void> => inFamily(db, context, (familyContext) => writeChanges(db, familyContext, changes, arrivals))

async function writeChanges(
  db: Db,
  context: ChangeContext,
  changes: readonly (MatchChange & { readonly before: MatchRow })[],
  arrivals: readonly Arrival[],
): Promise<void> {
  const now = context.platform.clock()
  const all: readonly MatchChange[] = [...changes, ...arrivals]
  const nameOf = await namesOf(db, changes)
  const events = all.map((change) => ({
    organization_id: change.row.organization_id,
    donation_id: change.row.id,
    action: change.action,
    from_status_id: change.before?.status_id ?? null,
    to_status_id: change.row.status_id,
    reason_code: change.row.reason_code,
    changes: [...(change.before ? changedFields(change.before, change.row, nameOf) : []), ...(change.also ?? [])],
    why: change.why ?? '',
  }))
  const recordedEvents = events.filter(
    ({ from_status_id, to_status_id, changes: changed }) => from_status_id !== to_status_id || changed.length > 0,
  )
  // A sibling's history attributes the change to the system.
  const isOwn = ({ organization_id }: { readonly organization_id: number }) => isOwnedByCaller(context, organization_id)
  const isSiblingEvent = (event: (typeof recordedEvents)[number]) => !isOwn(event)
  const { moved, decided, edited } = rowsByScope(changes)
  const arrived = arrivals.map(({ row }) => row)
  const before = changes.map((change) => change.before)
  const freed = context.skipsReevaluation
    ? []
    : changes.filter(({ before, row }) => maximumUsageOf(before) > maximumUsageOf(row)).map(({ before }) => before)
  const deadlineChangedIds = changes
    .filter(({ before, row }) => momentOf(before.deadline_at) !== momentOf(row.deadline_at))
    .map(({ row }) => row.id)
  const restoredTimes = changes.flatMap(({ row: { organization_id, id }, since }) =>
    since ? [{ organization_id, id, since }] : [],
  )
  const { operation, actor } = context
  await runInOrder(all.length, [
    () =>
      withMatchWritesAllowed(db, () =>
        Promise.all([
          insertDonations(db, arrived, now),
          updateMatches(db, 'moved', moved, now),
          updateMatches(db, 'decided', decided, now),
          updateMatches(db, 'edited', edited, now),
          restoreStatusTimes(db, restoredTimes),
        ]),
      ),
    () => insertEvents(db, recordedEvents.filter(isOwn), actor, now),
    () => insertEvents(db, recordedEvents.filter(isSiblingEvent), { kind: 'system', userId: null }, now),
    () => queueStatusDeliveries(db, recordedEvents.filter(isOwn), actor, now),
    () => queueStatusDeliveries(db, recordedEvents.filter(isSiblingEvent), { kind: 'system' }, now),
    async () => operation && recordBeforeImages(db, operation, before, now),
    () => insertEvaluations(db, all.flatMap(evaluationRow), now),
    () => scheduleExhausted(db, context.tenant.family, freed, operation ? undoExpiresAt(now) : now),
    () => recordCharges(db, context.tenant.family, all, now, context.charged),
    () => creditEmails(db, creditsOf(changes, actor), now),
    () => queueMails(db, context, all, now),
    () => replanFollowUps(db, context.tenant.family, deadlineChangedIds, now),
  ])
}

/** Runs independent steps: few rows share round trips, many yield in between. Waits for all, even if one fails. */
async function runInOrder(rows: number, steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (rows > maxPipelinedRows) {
    for (const step of steps) {
      await nextTurn()
      await step()
    }
    return
  }
  const results = await Promise.allSettled(steps.map((step) => step()))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed) throw failed.reason
}

const isRowColumn = (name: string): name is keyof MatchRow =>
  Object.hasOwn(decidedTypes, name) || Object.hasOwn(factTypes, name)
const factColumns = Object.keys(factTypes).filter(isRowColumn)
const decisionColumns = Object.keys(decidedTypes)
  .filter((name) => !Object.hasOwn(movedTypes, name))
  .filter(isRowColumn)

const differIn = (names: readonly (keyof MatchRow)[], before: MatchRow, row: MatchRow): boolean =>
  names.some((name) => before[name] !== row[name] && !isDeepStrictEqual(before[name], row[name]))

const writeScopeOf = ({ before, row }: { readonly before: MatchRow; readonly row: MatchRow }): WriteScope => {
  if (differIn(factColumns, before, row)) return 'edited'
  return differIn(decisionColumns, before, row) ? 'decided' : 'moved'
}

function rowsByScope(changes: readonly { readonly before: MatchRow; readonly row: MatchRow }[]) {
  const { moved = [], decided = [], edited = [] } = Object.groupBy(changes, writeScopeOf)
  const rowOf = ({ row }: { readonly row: MatchRow }): MatchRow => row
  return { moved: moved.map(rowOf), decided: decided.map(rowOf), edited: edited.map(rowOf) }
}

/** A match that got a freed amount would keep it after a later undo. */
export const undoExpiresAt = (now: Date): Date => new Date(now.getTime() + staffUndoMs)

const momentOf = (stamp: string | null): number => (stamp === null ? 0 : Date.parse(stamp))

/** Returns the number deleted. The caller handles the other gifts of combined matches. */
export async function deleteMatches(
  db: Db,
  { tenant, platform }: Pick<ChangeContext, 'tenant' | 'platform'>,
  donationIds: readonly number[],
): Promise<number> {
  let deletedCount = 0
  await creditDeletedMatches(db, tenant.family, donationIds, platform.clock())
  await withMatchWritesAllowed(db, async () => {
    deletedCount = await deleteDonations(db, tenant.family, donationIds)
  })
  return deletedCount
}

function evaluationRow({ row, evaluation }: MatchChange): EvaluationRow[] {
  if (!evaluation) return []
  return [
    {
      organization_id: row.organization_id,
      donation_id: row.id,
      status_id: evaluation.statusId,
      reason_code: evaluation.reasonCode,
      policy_version_id: evaluation.policyVersionId,
      campaign_id: evaluation.campaignId,
      amount_cents: evaluation.amountCents,
      currency: row.currency,
      estimated_cents: evaluation.estimatedCents,
      estimate_is_certain: evaluation.estimateIsCertain,
      ratio: evaluation.ratio,
      gift_limit_cents: evaluation.gift_limit_cents,
      year_left_cents: evaluation.year_left_cents,
      lifetime_left_cents: evaluation.lifetime_left_cents,
      terms: evaluation.terms,
      trace: evaluation.trace,
    },
  ]
}

type NameOf = (companyId: number) => string | undefined

async function namesOf(db: Db, changes: readonly MatchChange[]): Promise<NameOf> {
  const changed = changes.filter(({ before, row }) => before?.company_id !== row.company_id)
  const ids = new Set(changed.flatMap(({ before, row }) => [before?.company_id ?? [], row.company_id ?? []].flat()))
  const names = ids.size === 0 ? new Map<number, string>() : await listCompanyNames(db, [...ids])
  return (id) => names.get(id)
}

const trackedFields: Readonly<Record<string, (row: MatchRow, nameOf: NameOf) => unknown>> = {
  amount_cents: ownCents,
  donated_at: ({ donated_at }) => donated_at,
  donor: ({ donor_person, donor_email, donor_id }) => donor_person || donor_email || donor_id,
  company: ({ company_id, employer_text }, nameOf) =>
    (company_id === null ? undefined : nameOf(company_id)) ?? (employer_text || company_id),
  silenced: ({ silenced }) => silenced,
  inert: ({ inert }) => inert,
  merged_into_id: ({ merged_into_id }) => merged_into_id,
  ...Object.fromEntries(importedColumns.map((id) => [id, (row: MatchRow) => row[id]])),
}

function changedFields(before: MatchRow, row: MatchRow, nameOf: NameOf): FieldChange[] {
  const fields = Object.entries(trackedFields).map(([field, read]) => ({
    field,
    from: read(before, nameOf),
    to: read(row, nameOf),
  }))
  // A partial payment is a separate event unless the status changes too.
  if (before.status_id === row.status_id) {
    fields.push({ field: 'payment_state', from: before.payment_state, to: row.payment_state })
  }
  const keys = [...new Set([...Object.keys(before.custom), ...Object.keys(row.custom)])]
  const custom = keys.map((key) => ({
    field: `custom.${key}`,
    from: before.custom[key] ?? null,
    to: row.custom[key] ?? null,
  }))
  return [...fields, ...custom].filter(({ from, to }) => from !== to && JSON.stringify(from) !== JSON.stringify(to))
}

const isStatusChanged = ({ before, row }: MatchChange): boolean => before?.status_id !== row.status_id

const requestedStatusIds: readonly StatusId[] = [1, 4]
/** Closing a match in another status does not take the credit from its email. */
const creditedStatusIds: readonly StatusId[] = [1, 3, 4, 5, 6, 7, 8, 22, 25, 28]

/** The moves that credit the last email. "Submitted" by staff was not caused by the donor's email. */
function creditsOf(changes: readonly MatchChange[], actor: Actor): Credit[] {
  return changes.flatMap(({ action, before, row }) => {
    const isRequested = requestedStatusIds.includes(row.status_id)
    const wasRequested = before !== null && requestedStatusIds.includes(before.status_id)
    const isDonors = actor.kind === 'donor' && (action === 'submit' || action === 'sign')
    const isMove = isRequested !== wasRequested && creditedStatusIds.includes(row.status_id)
    if (!isDonors && (!isMove || action === 'submit')) return []
    const { organization_id, id } = row
    return [{ organization_id, donation_id: id, is_requested: isRequested, by_donor: isDonors }]
  })
}

const isQuiet = (action: ChangeAction): boolean => action in actions && actions[action as MoveAction].quiet === true

async function queueMails(db: Db, context: ChangeContext, changes: readonly MatchChange[], now: Date): Promise<void> {
  const { config } = context.platform
  const hasMail = (id: StatusId): boolean => statusOf(id).hasMail && (id !== 23 || context.mailWithoutEmployer === true)
  const isMailedAgain = ({ row }: MatchChange): boolean => context.mailAgain?.has(row.id) === true
  const mailed = changes
    .filter((change) => hasMail(change.row.status_id) && (isMailedAgain(change) || isStatusChanged(change)))
    .filter(({ row, action }) => row.merged_into_id === null && !row.inert && !isQuiet(action))
  const timing = {
    now,
    delaySeconds: config.mailDelaySeconds,
    keepsNight: hasQuietHours(config),
  }
  const queue = (selected: readonly MatchChange[], isAgain: boolean, importId: number | null) =>
    queueInitialMails(
      db,
      context.tenant.family,
      selected.map(({ before, row }) => ({
        isNew: before === null,
        organizationId: row.organization_id,
        donationId: row.id,
        donorId: row.donor_id,
        statusId: row.status_id,
      })),
      { ...timing, again: isAgain, importId, onlyAbandoned: context.mailsOnlyAbandoned === true },
    )
  const isOwn = ({ row }: MatchChange) => isOwnedByCaller(context, row.organization_id)
  const importId = context.importId ?? null
  const first = mailed.filter((change) => !isMailedAgain(change))
  await queue(first.filter(isOwn), false, importId)
  await queue(mailed.filter(isMailedAgain), true, importId)
  // A sibling's emails are not held or counted with an upload that it cannot see.
  const siblings = first.filter((change) => !isOwn(change))
  await queue(siblings, false, null)
}
