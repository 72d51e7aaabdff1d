import { imports, toUnits } from '@twofold/contract'
import { voidedStatusIds } from '@twofold/matching'
import type { Db } from '../../../platform/database/database.ts'
import type { Question } from '../file-reading/index.ts'
import {
  digestOf,
  emailKeyOf,
  findExistingKeys,
  findKnownFacts,
  isExisting,
  type KeyedDonation,
  type KnownFacts,
  keyOfTransaction,
  type NewDonation,
  withDonationKeys,
} from '../identification/index.ts'
import { listReversals, type RecordingContext, remainingCents, type StoredReversal } from '../recording/index.ts'
import type { DonationsOfFile, ImportedReversal } from './donations-of-file.ts'
import type { RowGiftUpdate } from './gift-updates.ts'
import { listLikelyGifts } from './reversals.queries.ts'
import type { QuestionAnswers } from './row-questions.ts'

/** Gifts may be in the same file, in the portal, or in a later file. Domain rule 14.7. */

export type Reversed = {
  readonly gifts: readonly KeyedDonation[]
  readonly gone: readonly KeyedDonation[]
  readonly reduced: ReadonlySet<number>
  readonly news: readonly RowGiftUpdate[]
  /** These are settled, or raised a question. They are neither rejected nor gifts. */
  readonly rows: ReadonlySet<number>
  /** Those with `newsOf` only if that row's change is applied. */
  readonly keep: readonly (StoredReversal & { readonly newsOf: number | null })[]
  readonly questions: readonly Question[]
}

const refundOf = 'refund_of'

type Target = {
  readonly reversal: ImportedReversal
  readonly key: string
  readonly inFile: KeyedDonation | null
  readonly known: KnownFacts | null
}

const existingKeyOf = ({ donation, donationKey }: KeyedDonation): string => `${donation.organizationId}:${donationKey}`

export async function applyReversals(
  db: Db,
  context: RecordingContext,
  file: Pick<DonationsOfFile, 'reversals'>,
  {
    gifts,
    answers: { answers, takeRows },
  }: { readonly gifts: readonly KeyedDonation[]; readonly answers: QuestionAnswers },
): Promise<Reversed> {
  const inFile = new Map(gifts.map((one) => [existingKeyOf(one), one]))
  const { targets, open } = await findTargets(db, context, file.reversals, inFile)
  const likely = await findLikelyTargets(db, context, open, gifts)
  // A gift and its whole refund in one file are no money.
  const areFullRefunds = likely.every(
    ({ reversal, inFile: gift }) => gift?.donation.amountCents === reversal.refund.amountCents,
  )
  const answer = answers[refundOf] ?? (areFullRefunds ? imports.takeAnswer : imports.leaveOutAnswer)
  const isAccepted = (row: number) => answer === imports.takeAnswer || takeRows.includes(row)
  const accepted = likely.filter(({ reversal }) => isAccepted(reversal.refund.row))
  const resolved = [
    ...targets,
    ...accepted,
    ...open
      .filter(({ refund }) => !accepted.some(({ reversal }) => reversal.refund.row === refund.row))
      .flatMap(pendingTargets),
  ]
  const stored = await listReversals(db, [
    ...gifts.map(({ donation, donationKey }) => ({ organization_id: donation.organizationId, gift_key: donationKey })),
    ...resolved.map(({ reversal, key }) => ({ organization_id: reversal.refund.organizationId, gift_key: key })),
  ])
  const storedKeys = new Set(stored.map((one) => `${one.organization_id}:${one.gift_key} ${one.reversal_key}`))
  const newReversals = withReversalKeys(resolved).filter(
    ({ reversal, key, reversalKey }) => !storedKeys.has(`${reversal.refund.organizationId}:${key} ${reversalKey}`),
  )
  const updates = giftUpdatesOf(newReversals.filter((one) => one.inFile === null))
  const rowOfDonation = new Map(updates.map(({ known, incoming }) => [known.id, incoming.row]))
  const keep = newReversals.map(({ reversal: { refund }, key, reversalKey, inFile: gift, known }) => ({
    organization_id: refund.organizationId,
    gift_key: key,
    reversal_key: reversalKey,
    cents: refund.amountCents,
    newsOf: gift === null && known !== null ? (rowOfDonation.get(known.id) ?? null) : null,
  }))
  const gone: KeyedDonation[] = []
  const reduced = new Set<number>()
  const reversalsOfGift = Map.groupBy([...stored, ...keep], (one) => `${one.organization_id}:${one.gift_key}`)
  const remaining = gifts.flatMap((one) => {
    const amount = remainingCents(one.donation.amountCents, reversalsOfGift.get(existingKeyOf(one)) ?? [])
    if (amount === one.donation.amountCents) return [one]
    if (amount === 0) {
      gone.push(one)
      return []
    }
    reduced.add(one.donation.row)
    return [{ ...one, donation: { ...one.donation, amountCents: amount } }]
  })
  const likelyReversals = likely.map(({ reversal }) => reversal)
  return {
    gifts: remaining,
    gone,
    reduced,
    news: updates,
    rows: new Set(
      [...targets.map(({ reversal }) => reversal), ...likelyReversals, ...open.filter(isRefund)].map(
        ({ refund }) => refund.row,
      ),
    ),
    keep,
    questions: likely.length === 0 ? [] : [questionOf(likely, answer, takeRows)],
  }
}

const isRefund = ({ isStated, named, isPositive }: ImportedReversal): boolean => !isPositive && (isStated || named > 0)

async function findTargets(
  db: Db,
  context: RecordingContext,
  reversals: readonly ImportedReversal[],
  inFile: ReadonlyMap<string, KeyedDonation>,
): Promise<{ targets: Target[]; open: ImportedReversal[] }> {
  const lookups: { readonly reversal: ImportedReversal; readonly keyed: KeyedDonation }[] = []
  for (const reversal of reversals) {
    const { refund, references, isPositive, isStated } = reversal
    const own = refund.transactionId?.trim() ?? ''
    // A refunded gift's own row is a change of it, unless the file also has the original row.
    const ids = [...references, ...(own === '' ? [] : [own])]
    const keyed = await withDonationKeys(ids.map((transactionId) => ({ ...refund, transactionId })))
    for (const one of keyed) {
      const isOwn = one.donation.transactionId === own
      if (isPositive && isOwn && !isStated && !inFile.has(existingKeyOf(one))) continue
      lookups.push({ reversal, keyed: { ...one, donation: { ...one.donation, row: lookups.length + 1 } } })
    }
  }
  const keyed = lookups.map((one) => one.keyed)
  const existingKeys = await findExistingKeys(db, keyed)
  const facts = await findKnownFacts(db, context, keyed, existingKeys)
  const targets = new Map<ImportedReversal, Target>()
  for (const { reversal, keyed: one } of lookups) {
    if (targets.has(reversal)) continue
    const gift = inFile.get(existingKeyOf(one)) ?? null
    const known = facts.get(one.donation.row) ?? null
    if ((gift && gift.donation.row !== reversal.refund.row) || known || isExisting(one, existingKeys)) {
      targets.set(reversal, { reversal, key: one.donationKey, inFile: gift, known })
    }
  }
  return { targets: [...targets.values()], open: reversals.filter((one) => !targets.has(one)) }
}

function pendingTargets(reversal: ImportedReversal): Target[] {
  const { refund, references, named, isPositive, isStated } = reversal
  const id = named > 0 ? references[0] : refund.transactionId?.trim()
  return id && (!isPositive || isStated) ? [{ reversal, key: keyOfTransaction(id), inFile: null, known: null }] : []
}

async function findLikelyTargets(
  db: Db,
  context: RecordingContext,
  open: readonly ImportedReversal[],
  gifts: readonly KeyedDonation[],
): Promise<Target[]> {
  const unsure = open.filter(({ named, isSure, isPositive }) => (named === 0 || !isSure) && !isPositive)
  const keyed = await withDonationKeys(unsure.map(({ refund }) => refund))
  const byDonor = Map.groupBy(gifts, ({ donorKey, donation }) => `${donation.organizationId}:${donorKey}`)
  const byMailbox = Map.groupBy(
    gifts,
    ({ donation: { donor, organizationId } }) => `${organizationId}:${emailKeyOf(donor.email)}`,
  )
  const found: Target[] = []
  const unmatched: { readonly reversal: ImportedReversal; readonly one: KeyedDonation }[] = []
  unsure.forEach((reversal, at) => {
    const one = keyed[at]
    if (!one) return
    const { refund } = reversal
    const candidates = refund.donor.name === '' ? byMailbox : byDonor
    const matching = (candidates.get(`${refund.organizationId}:${one.donorKey}`) ?? [])
      .filter(
        ({ donation }) =>
          donation.currency === refund.currency &&
          donation.amountCents >= refund.amountCents &&
          donation.donatedAt.slice(0, 10) <= refund.donatedAt.slice(0, 10),
      )
      .sort(
        ({ donation: first }, { donation: second }) =>
          Number(second.amountCents === refund.amountCents) - Number(first.amountCents === refund.amountCents) ||
          second.donatedAt.localeCompare(first.donatedAt),
      )
    if (matching[0]) found.push({ reversal, key: matching[0].donationKey, inFile: matching[0], known: null })
    else unmatched.push({ reversal, one })
  })
  const likely = await listLikelyGifts(
    db,
    unmatched.map(({ reversal: { refund }, one }) => ({
      row: refund.row,
      organization_id: refund.organizationId,
      donor_key: one.donorKey,
      any_person: refund.donor.name === '',
      cents: refund.amountCents,
      currency: refund.currency,
      day: refund.donatedAt.slice(0, 10),
    })),
  )
  const keyOfRow = new Map(likely.map(({ row, gift_key }) => [row, gift_key]))
  const identified = unmatched.flatMap(({ reversal, one }) => {
    const key = keyOfRow.get(reversal.refund.row)
    return key === undefined ? [] : [{ reversal, one: { ...one, donationKey: key } }]
  })
  const keys = identified.map(({ one }) => one)
  const facts = await findKnownFacts(db, context, keys, await findExistingKeys(db, keys))
  return [
    ...found,
    ...identified.flatMap(({ reversal, one }) => {
      const known = facts.get(reversal.refund.row)
      return known ? [{ reversal, key: one.donationKey, inFile: null, known }] : []
    }),
  ].sort((one, other) => one.reversal.refund.row - other.reversal.refund.row)
}

type KeyedTarget = Target & { readonly reversalKey: string }

/** Two equal refunds of one gift are distinct. Uploading the file again adds neither. */
function withReversalKeys(targets: readonly Target[]): KeyedTarget[] {
  const seen = new Map<string, number>()
  return targets.map((target) => {
    const first = keyOf(target.reversal.refund, target.key, 0)
    const times = seen.get(first) ?? 0
    seen.set(first, times + 1)
    return { ...target, reversalKey: times === 0 ? first : keyOf(target.reversal.refund, target.key, times) }
  })
}

function keyOf({ transactionId, amountCents, donatedAt }: NewDonation, giftKey: string, times: number): string {
  const id = transactionId?.trim()
  const isOwn = id && keyOfTransaction(id) !== giftKey
  return digestOf(isOwn ? ['reversal', id, times] : ['reversal', giftKey, amountCents, donatedAt.slice(0, 10), times])
}

function giftUpdatesOf(reversals: readonly KeyedTarget[]): RowGiftUpdate[] {
  const byGift = Map.groupBy(reversals, ({ known }) => known?.id ?? 0)
  return [...byGift.values()].flatMap((group) => {
    const [first] = group
    const known = first?.known
    if (!first || !known || known.amount_cents === 0 || voidedStatusIds.some((id) => id === known.status_id)) return []
    const netCents = remainingCents(
      known.amount_cents,
      group.map(({ reversal }) => ({ cents: reversal.refund.amountCents })),
    )
    const change =
      netCents === 0
        ? ({ kind: 'refunded', from: null, to: null } as const)
        : ({ kind: 'part_refunded', from: String(toUnits(known.amount_cents)), to: String(toUnits(netCents)) } as const)
    return [{ known, incoming: { ...first.reversal.refund, amountCents: netCents }, changes: [change] }]
  })
}

const questionOf = (likely: readonly Target[], answer: string, takeRows: readonly number[]): Question => ({
  id: refundOf,
  message:
    likely.length === 1
      ? '1 refund names no gift that we know. Is it for the gift shown?'
      : `${likely.length} refunds don’t name a gift we know. Are they for the gifts shown?`,
  options: [
    { value: imports.leaveOutAnswer, label: 'Don’t record' },
    { value: imports.takeAnswer, label: 'Subtract it from this gift' },
  ],
  answer,
  count: likely.length,
  sumCents: likely.reduce((sum, { reversal }) => sum + reversal.refund.amountCents, 0),
  examples: likely.slice(0, imports.questionExamples).map(({ reversal: { refund }, inFile, known }) => ({
    row: refund.row,
    text: describe(refund.donor.name || refund.donor.email, -refund.amountCents, refund.donatedAt),
    known: inFile
      ? describe(
          inFile.donation.donor.name || inFile.donation.donor.email,
          inFile.donation.amountCents,
          inFile.donation.donatedAt,
        )
      : known && describe(known.name || known.email, known.amount_cents, known.donated_at),
    taken: takeRows.includes(refund.row),
  })),
  by_row: true,
})

const describe = (donor: string, cents: number, at: string): string =>
  [donor, toUnits(cents).toFixed(2), at.slice(0, 10)].filter(Boolean).join(', ')
