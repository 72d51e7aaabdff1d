import type { imports } from '@twofold/contract'
import { isPlaceholderName } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import { lockUnlessHeld } from '../../matches/family/index.ts'
import { findErased } from '../donor-identity/index.ts'
import { notPositive, type Question, type ReadFile, type Warning } from '../file-reading/index.ts'
import {
  donorKeyOf,
  type ExistingKeys,
  findExistingKeys,
  findKnownFacts,
  isExisting,
  type KeyedDonation,
  type KnownFacts,
  withDonationKeys,
  withSeparateKey,
} from '../identification/index.ts'
import {
  applyGiftUpdates,
  type RecordingContext,
  recordKeyed,
  saveContactFacts,
  updateAllDonations,
} from '../recording/index.ts'
import { companyIdsIn, donationsOfFile, mergedDonation, unknownDonation } from './donations-of-file.ts'
import { donorsOfFile } from './donors-of-file.ts'
import type { OrganizationNames } from './find-organization.ts'
import {
  createCompanyIdFinder,
  isAnotherGift,
  listGiftUpdates,
  type RowGiftUpdate,
  selectGiftUpdates,
} from './gift-updates.ts'
import { listKnownCompanies, type OrganizationFacts } from './imports.queries.ts'
import { askAboutMatchRequests, tracksProgress } from './match-requests.ts'
import { insertRejectedRows, type RejectedRow } from './rejected-rows.queries.ts'
import { insertReversals } from './reversals.queries.ts'
import { applyReversals } from './reversals.ts'
import {
  askAboutCompanyGivers,
  askAboutProbableDuplicates,
  askAboutReusedNumbers,
  type QuestionAnswers,
} from './row-questions.ts'
import type { ImportCounts } from './write-import.queries.ts'

export type FileToRecord = ReadFile & {
  readonly family: readonly OrganizationFacts[]
  readonly naming: OrganizationNames
  readonly answers: QuestionAnswers
  readonly news: readonly imports.GiftUpdateKind[]
}

export type RecordedFile = {
  readonly counts: ImportCounts
  readonly rejected: readonly RejectedRow[]
  readonly news: readonly RowGiftUpdate[]
  readonly sumCents: number
  /** Counted, without personal data. */
  readonly ofErased: number
  readonly questions: readonly Question[]
  readonly warnings: readonly Warning[]
}

/** The upload runs it, and the pre-check makes a dry run of it. */
export async function recordFile(
  db: Db,
  { table, result, family, naming, news: chosen, answers }: FileToRecord,
  context: RecordingContext & { readonly importId: number },
): Promise<RecordedFile> {
  // Must precede reading known gifts, so that a concurrent manual entry is complete.
  await lockUnlessHeld(db, context)
  const companyIds = await listKnownCompanies(db, companyIdsIn(result))
  const file = await donationsOfFile(result, family, companyIds, naming)
  const readGifts = new Map(result.gifts.map((gift) => [gift.row, gift]))
  const donors = await donorsOfFile(db, context, file, readGifts)
  const reversed = await applyReversals(db, context, donors, { gifts: await withDonationKeys(donors.gifts), answers })
  const unrecorded = [
    ...(await withDonationKeys(donors.unrecorded.filter(({ row }) => !reversed.rows.has(row)))),
    ...reversed.gone,
  ]
  const identified = await identifyGifts(db, context, { gifts: reversed.gifts, unrecorded })
  const { gifts, known, existingKeys, facts } = identified
  const allUpdates = [
    ...listGiftUpdates(
      {
        gifts: gifts.map(({ donation }) => donation),
        unrecorded: unrecorded.map(({ donation }) => donation),
        attention: new Map([
          ...file.attention,
          ...reversed.gone.map(({ donation }) => [donation.row, 'payment_refunded'] as const),
        ]),
        reduced: new Set([...file.reduced, ...reversed.reduced]),
        progressOf: (row) => (tracksProgress(answers) ? (readGifts.get(row)?.matchProgress ?? null) : null),
      },
      facts,
      await createCompanyIdFinder(context.directory),
    ),
    ...reversed.news,
  ]
  const updates = selectGiftUpdates(allUpdates, chosen)
  const updatedRows = new Set(updates.map(({ incoming }) => incoming.row))
  const updatedReversals = reversed.news.filter(({ incoming }) => updatedRows.has(incoming.row)).length
  const updatedUnrecorded = unrecorded.filter(({ donation }) => updatedRows.has(donation.row)).length + updatedReversals
  const newGifts = gifts.filter((one) => !isExisting(one, existingKeys))
  const reused = askAboutReusedNumbers(
    newGifts.filter(({ donation }) => identified.ownersOfNumber.has(donation.row)),
    (row) => identified.ownersOfNumber.get(row),
    answers,
  )
  const ofCompanies = await askAboutCompanyGivers(context.directory, {
    gifts: newGifts.filter(({ donation }) => !reused.leftOut.has(donation.row)),
    readGifts,
    answers,
  })
  const probable = await askAboutProbableDuplicates(
    db,
    newGifts.filter(({ donation: { row } }) => !reused.leftOut.has(row) && !ofCompanies.leftOut.has(row)),
    { headers: table.originalHeaders, answers },
  )
  const askedRows = new Set([...reused.leftOut, ...ofCompanies.leftOut, ...probable.leftOut])
  const requests = askAboutMatchRequests(
    newGifts.filter(({ donation }) => !askedRows.has(donation.row)),
    readGifts,
    answers,
  )
  const added = await recordKeyed(
    db,
    context,
    requests.withStatuses(gifts.filter(({ donation }) => !askedRows.has(donation.row))),
    existingKeys,
  )
  const mover = { kind: 'user', userId: context.actor.userId, level: 'write' } as const
  await requests.apply(db, { ...context, actor: mover }, added.rows)
  await saveContactFacts(
    db,
    known.flatMap(({ donation: { organizationId, contact, donor }, donorKey }) =>
      contact
        ? [
            {
              organization_id: organizationId,
              donor_key: donorKey,
              reason: contact,
              any_person: isPlaceholderName(donor.name),
            },
          ]
        : [],
    ),
    context.platform.clock(),
  )
  const changed = await updateAllDonations(db, context, file.updates)
  await applyGiftUpdates(db, { ...context, mover }, updates)
  await insertReversals(
    db,
    context.importId,
    reversed.keep.filter(({ newsOf }) => newsOf === null || updatedRows.has(newsOf)),
  )
  const cells = new Map(result.updates.map((update) => [update.row, update.cells]))
  const rejectRows = (
    rows: readonly number[],
    problemOf: (id: number) => Omit<RejectedRow, 'row' | 'cells'>,
  ): RejectedRow[] =>
    file.updates
      .filter(({ row }) => rows.includes(row))
      .map(({ row, donationId }) => ({ row, ...problemOf(donationId), cells: cells.get(row) ?? [] }))
  const fileRejections = file.rejected.filter(({ row }) => !reversed.rows.has(row))
  const rejected = [
    ...fileRejections,
    ...donors.rejected,
    ...rejectRows(changed.unknown, unknownDonation),
    ...rejectRows(changed.merged, mergedDonation),
    ...rejectRows(changed.zeroed, () => notPositive('0.00', 'zero')),
  ]
  await insertRejectedRows(db, context.tenant, context.importId, await withoutErased(db, context, rejected))
  const unselectedRows = new Set(allUpdates.map(({ incoming }) => incoming.row).filter((row) => !updatedRows.has(row)))
  const notTaken = gifts.filter(({ donation }) => unselectedRows.has(donation.row)).length
  const counts = {
    rows: table.rowCount,
    accepted: added.recorded + changed.updated + updates.length,
    updated: changed.updated + updates.length,
    rejected: rejected.length,
    unchanged: added.unchanged + changed.unchanged - (updates.length - updatedUnrecorded) - notTaken,
    leftOut:
      result.leftOut.length +
      file.leftOut.length +
      askedRows.size +
      reversed.gone.length +
      (file.rejected.length - fileRejections.length) -
      updatedUnrecorded,
    joined: result.joined.length,
    notTaken,
    news: updates.length,
  }
  const sumCents = gifts
    .filter(({ donation }) => added.rows.has(donation.row))
    .reduce((sum, { donation }) => sum + donation.amountCents, 0)
  return {
    counts,
    rejected,
    news: allUpdates,
    sumCents,
    ofErased: added.ofErased,
    questions: [
      ...reversed.questions,
      ...reused.questions,
      ...ofCompanies.questions,
      ...probable.questions,
      ...requests.questions,
    ],
    warnings: donors.warnings,
  }
}

type Identified = {
  readonly gifts: readonly KeyedDonation[]
  /** Gifts and rows that are left out. */
  readonly known: readonly KeyedDonation[]
  readonly existingKeys: ExistingKeys
  readonly facts: ReadonlyMap<number, KnownFacts>
  /** The gift that already has the number of a row, by row. Its donor, day and amount are others. */
  readonly ownersOfNumber: ReadonlyMap<number, KnownFacts>
}

/** Finds what is recorded already. A gift that only shares the number of a recorded gift gets a separate key. */
async function identifyGifts(
  db: Db,
  context: RecordingContext,
  { gifts, unrecorded }: { readonly gifts: readonly KeyedDonation[]; readonly unrecorded: readonly KeyedDonation[] },
): Promise<Identified> {
  const known = [...gifts, ...unrecorded]
  const existingKeys = await findExistingKeys(db, known)
  const facts = await findKnownFacts(db, context, known, existingKeys)
  const ownersOfNumber = new Map(
    gifts.flatMap(({ donation }) => {
      const owner = facts.get(donation.row)
      return owner && isAnotherGift(owner, donation) ? [[donation.row, owner] as const] : []
    }),
  )
  if (ownersOfNumber.size === 0) return { gifts, known, existingKeys, facts, ownersOfNumber }
  const withKeys = gifts.map((one) => (ownersOfNumber.has(one.donation.row) ? withSeparateKey(one) : one))
  const allKeys = new Set([...existingKeys, ...(await findExistingKeys(db, withKeys))])
  return {
    gifts: withKeys,
    known: [...withKeys, ...unrecorded],
    existingKeys: allKeys,
    facts: await findKnownFacts(db, context, [...withKeys, ...unrecorded], allKeys),
    ownersOfNumber,
  }
}

/** A rejected row of an erased person is only in the response, not stored. */
async function withoutErased(
  db: Db,
  { platform, tenant }: RecordingContext,
  rejected: readonly RejectedRow[],
): Promise<RejectedRow[]> {
  const addresses = rejected.flatMap(({ cells }, place) =>
    cells.filter((cell) => cell.includes('@')).map((cell) => ({ place, key: donorKeyOf({ email: cell, name: '' }) })),
  )
  const people = addresses.flatMap(({ place, key }) =>
    tenant.family.map((id) => ({ place, organization_id: id, donor_key: key })),
  )
  const erased = await findErased(db, platform, people)
  const erasedPlaces = new Set(people.filter((_, at) => erased[at] !== null).map(({ place }) => place))
  return rejected.filter((_, place) => !erasedPlaces.has(place))
}
