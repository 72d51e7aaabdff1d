import { randomUUID } from 'node:crypto'
import { donationChanges, type mails, toUnits } from '@twofold/contract'
import { type StatusId, wallClockAt } from '@twofold/matching'
import { type Db, inTenant } from '../../../platform/database/database.ts'
import type { SaveResult } from '../../../platform/http/serve.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import { differences, type WriteCall, writeAudit } from '../../core/audit/index.ts'
import type { Directory } from '../../core/companies/index.ts'
import { reviewMails } from '../../email/notifications/index.ts'
import { lockDonorsForEvaluation } from '../../matches/family/index.ts'
import { moveMatches } from '../../matches/matches/index.ts'
import { isCombinedMatch, lockDonations, type MatchRow } from '../../matches/rows/index.ts'
import { blankUpdate, type DonationUpdate } from '../identification/index.ts'
import { recordingContextOf, updateAllDonations } from '../recording/index.ts'
import { refuseLockTimeout, requireActionAllowed } from './action-permissions.ts'
import { getCurrencyAndToday } from './add-donation.queries.ts'
import { isDonorOf, listFieldsChangedSince } from './staff-changes.queries.ts'

const { changeMessages, undoSeconds } = donationChanges
type Change = donationChanges.ChangedDonation

export const presentUndo = (id: string | null): donationChanges.Undo | null =>
  id === null ? null : { id, seconds: undoSeconds }

/** Null if nothing changed. @throws Refusal not_found, conflict when another user changed the same field, invalid */
export async function changeDonation(
  call: WriteCall,
  directory: Directory,
  donationId: number,
  change: Change,
  keepResult: SaveResult,
): Promise<string | null> {
  const { platform, tenant } = call
  const work = async (db: Db): Promise<string | null> => {
    const undoId = await applyChange(db, call, directory, donationId, change)
    keepResult({ undoId })
    return undoId
  }
  return inTenant(platform.database, tenant, work, { keepsPlans: true })
}

/** The change is rolled back. @throws what making it would throw */
export async function previewChange(
  call: WriteCall,
  directory: Directory,
  donationId: number,
  change: Change,
): Promise<{ status_id: StatusId; review: mails.SendReview }> {
  const { platform, tenant } = call
  return inTenant(
    platform.database,
    tenant,
    async (db) => {
      await applyChange(db, call, directory, donationId, change)
      const [row] = await lockDonations(db, tenant.family, [donationId], { includeCombined: true })
      if (!row) throw notFound()
      return { status_id: row.status_id, review: await reviewMails(db, call, 'of this transaction') }
    },
    { dryRun: true, keepsPlans: true },
  )
}

/** Returns `YYYY-MM-DD HH:MM:SS`; the time may have a UTC offset. */
export function toOrganizationClock(moment: string, timeZone: string): string {
  if (moment.length === 19) return moment
  const wall = wallClockAt(new Date(moment.replace(' ', 'T')), timeZone)
  return wall ? `${wall.day} ${wall.clock}` : moment.slice(0, 19)
}

async function applyChange(
  db: Db,
  call: WriteCall,
  directory: Directory,
  donationId: number,
  input: Change,
): Promise<string | null> {
  const { tenant } = call
  const undoId = randomUUID()
  const context = { ...recordingContextOf(call, directory, undoId), holdsPeople: true }
  const donorIds = input.donor_id === undefined ? [] : [input.donor_id]
  const [, rows] = await Promise.all([
    lockDonorsForEvaluation(db, tenant.family, { donationIds: [donationId], donorIds }),
    lockDonations(db, tenant.family, [donationId], { includeCombined: true }),
  ]).catch(refuseLockTimeout)
  const [row] = rows
  if (!row) throw notFound()
  const change = await withOrganizationsDay(db, row, input, call.platform.clock())
  const { nameOf } = await directory.current()
  const changedFacts = differences(factsOf(row, nameOf), requestedValuesOf(row, change, nameOf))
  const fields = Object.keys(changedFacts.after)
  await refuseConflicts(db, row, change, fields)
  await refuseInvalidChange(db, row, change, nameOf)
  // The request is with the former employer, so only an employer without a request restarts the match.
  const isNewEmployer = row.status_id === 4 && row.merged_into_id === null && !row.inert && fields.includes('company')
  const isResubmitted = isNewEmployer && change.reprocess
  if (isNewEmployer && !isResubmitted && !change.company_id) throw invalidField('company', employerNotChosen)
  if (change.reprocess && !isResubmitted) await requireActionAllowed(db, call, [row], 'evaluate')
  if (fields.length === 0 && !change.reprocess) return null
  const emailingContext = isResubmitted ? { ...context, mailAgain: new Set([donationId]) } : context
  await updateAllDonations(
    db,
    emailingContext,
    [updateOf(donationId, change)],
    rows,
    isResubmitted ? 'give_employer' : 'edit',
  )
  if (fields.includes('silenced')) {
    const action = change.silenced ? 'silence' : 'unsilence'
    await moveMatches(db, context, { donationIds: [donationId], action })
  }
  if (change.reprocess && !isResubmitted) {
    await moveMatches(db, context, { donationIds: [donationId], action: 'evaluate', startsOver: true })
  }
  await writeAudit(db, call, {
    organizationId: row.organization_id,
    action: change.reprocess ? 'reprocessed' : 'changed',
    subject: 'match',
    subjectId: donationId,
    ...changedFacts,
  })
  return undoId
}

/** @throws invalid for a day in the future */
async function withOrganizationsDay(db: Db, row: MatchRow, change: Change, now: Date): Promise<Change> {
  if (change.donated_at === undefined) return change
  const { timeZone, today } = await getCurrencyAndToday(db, row.organization_id, now)
  const donated_at = toOrganizationClock(change.donated_at, timeZone)
  // An unchanged day is accepted even if it is in the future.
  if (donated_at.slice(0, 10) > today && donated_at !== row.donated_at)
    throw invalidField('donated_at', changeMessages.dateAhead)
  return { ...change, donated_at }
}

/** The rules do not look up a typed employer name in status 4. */
const employerNotChosen = 'This match is submitted: choose its employer from the list.'

type NameOf = (companyId: number) => string | undefined

function factsOf(row: MatchRow, nameOf: NameOf): Record<string, unknown> {
  const custom = Object.entries(row.custom).map(([key, value]) => [`custom.${key}`, String(value ?? '')])
  return {
    amount: toUnits(row.amount_cents),
    donated_at: row.donated_at,
    donor_id: row.donor_id,
    company: (row.company_id === null ? undefined : nameOf(row.company_id)) ?? row.employer_text,
    gift_kind: row.gift_kind,
    employment: row.employment,
    silenced: row.silenced,
    ...Object.fromEntries(custom),
  }
}

function requestedValuesOf(row: MatchRow, change: Change, nameOf: NameOf): Record<string, unknown> {
  const company = change.company_id ? nameOf(change.company_id) : change.company_name || undefined
  const custom = Object.entries(change.custom ?? {})
    .filter(([key, value]) => value !== '' || Object.hasOwn(row.custom, key))
    .map(([key, value]) => [`custom.${key}`, value])
  const wanted = {
    amount: change.amount === undefined ? undefined : toUnits(toCents(change.amount)),
    donated_at: change.donated_at,
    donor_id: change.donor_id,
    company,
    gift_kind: change.gift_kind ?? undefined,
    employment: change.employment ?? undefined,
    silenced: change.silenced,
    ...Object.fromEntries(custom),
  }
  return Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined))
}

export const toCents = (amount: number): number => Math.round(amount * 100)

const updateOf = (donationId: number, change: Change): DonationUpdate => ({
  ...blankUpdate,
  donationId,
  amountCents: change.amount === undefined ? null : toCents(change.amount),
  donatedAt: change.donated_at ?? null,
  donorId: change.donor_id ?? null,
  employer: { companyId: change.company_id ?? null, text: change.company_id ? '' : (change.company_name ?? '') },
  custom: change.custom ?? {},
  fields: { gift_kind: change.gift_kind ?? null, employment: change.employment ?? null },
})

const historyFieldOf: Readonly<Record<string, string>> = { amount: 'amount_cents', donor_id: 'donor' }

async function refuseConflicts(db: Db, row: MatchRow, { version }: Change, fields: readonly string[]): Promise<void> {
  if (version === undefined || fields.length === 0) return
  const changed = await listFieldsChangedSince(db, row, version)
  const conflicts = fields.flatMap((field) => {
    const theirChange = changed.find((one) => one.field === (historyFieldOf[field] ?? field))
    return theirChange
      ? [[field, `Changed by ${theirChange.by} meanwhile: ${inWords(field, theirChange.to)}`] as const]
      : []
  })
  if (conflicts.length === 0) return
  throw new Refusal('conflict', changeMessages.lost, { fields: Object.fromEntries(conflicts) })
}

function inWords(field: string, value: unknown): string {
  if (field === 'amount') return toUnits(Number(value)).toFixed(2)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value === null || value === '' ? 'nothing' : String(value)
}

async function refuseInvalidChange(db: Db, row: MatchRow, change: Change, nameOf: NameOf): Promise<void> {
  if (row.merged_into_id !== null && (change.reprocess || change.silenced !== undefined)) {
    throw new Refusal('conflict', changeMessages.isPartOfMatch)
  }
  const isAmountChanged = change.amount !== undefined && toCents(change.amount) !== row.amount_cents
  if (isAmountChanged && isCombinedMatch(row)) throw invalidField('amount', changeMessages.sumOfSeveral)
  if (change.company_id && nameOf(change.company_id) === undefined) {
    throw invalidField('company', changeMessages.unknownCompany)
  }
  if (change.donor_id !== undefined && !(await isDonorOf(db, row.organization_id, change.donor_id))) {
    throw invalidField('donor_id', changeMessages.unknownDonor)
  }
}

export const invalidField = (field: string, message: string): Refusal =>
  new Refusal('invalid', message, { fields: { [field]: message } })
