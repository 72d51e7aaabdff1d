import { imports, toUnits } from '@twofold/contract'
import { findMove, findStatus, statusOf, voidedStatusIds } from '@twofold/matching'
import type { Directory } from '../../core/companies/index.ts'
import type { AttentionKind, MatchProgress } from '../file-reading/index.ts'
import { donorKeyOf, type KnownFacts, type NewDonation } from '../identification/index.ts'
import { isWithEmployer, listFilledBlanks, type SelectedGiftUpdate } from '../recording/index.ts'
import type { DonationsOfFile } from './donations-of-file.ts'

/** Pure: takes known facts and returns changes. */

type Change = { readonly kind: imports.GiftUpdateKind; readonly from: string | null; readonly to: string | null }

export type RowGiftUpdate = {
  readonly known: KnownFacts
  readonly incoming: NewDonation
  readonly changes: readonly Change[]
}

const examplesShown = 3

/** Includes rows that are left out, since they may have been refunded. */
export function listGiftUpdates(
  {
    gifts,
    unrecorded,
    attention,
    reduced,
    progressOf,
  }: Pick<DonationsOfFile, 'gifts' | 'unrecorded' | 'attention'> & {
    readonly reduced: ReadonlySet<number>
    readonly progressOf: (row: number) => MatchProgress | null
  },
  known: ReadonlyMap<number, KnownFacts>,
  findCompanyId: FindCompanyId,
): RowGiftUpdate[] {
  const seenIds = new Set<number>()
  const unrecordedRows = new Set(unrecorded.map(({ row }) => row))
  return [...gifts, ...unrecorded].flatMap((incoming) => {
    const facts = known.get(incoming.row)
    // A gift has one row per file; a second one repeats it.
    if (!facts || seenIds.has(facts.id)) return []
    const kind = attention.get(incoming.row) ?? null
    // If the user chose to record such payments as gifts, this one was recorded in that state.
    if (isVoided(kind) && !unrecordedRows.has(incoming.row)) return []
    const isRefund =
      reduced.has(incoming.row) && incoming.amountCents < facts.amount_cents && !isOfSomebodyElse(facts, incoming)
    const progress = kind === null ? progressOf(incoming.row) : null
    const changes = [...changesOf(facts, incoming, kind, findCompanyId), ...progressChangeOf(facts, progress)].map(
      (change): Change => (change.kind === 'amount' && isRefund ? { ...change, kind: 'part_refunded' } : change),
    )
    if (changes.length === 0) return []
    seenIds.add(facts.id)
    return [{ known: facts, incoming, changes }]
  })
}

const isVoided = (attention: AttentionKind | null) => attention === 'payment_refunded' || attention === 'payment_failed'

export type FindCompanyId = (employer: NewDonation['employer']) => number | null

export async function createCompanyIdFinder(directory: Directory): Promise<FindCompanyId> {
  const { index } = await directory.current()
  const found = new Map<string, number | null>()
  return ({ companyId, text }) => {
    if (companyId !== null) return companyId
    const known = found.get(text)
    if (known !== undefined) return known
    const company = index.find({ companyId: null, text, earlierCompanyId: null, email: '' }).companyId
    found.set(text, company)
    return company
  }
}

function changesOf(
  known: KnownFacts,
  incoming: NewDonation,
  attention: AttentionKind | null,
  findCompanyId: FindCompanyId,
): Change[] {
  if (isVoided(attention)) {
    if (isOfSomebodyElse(known, incoming)) return []
    // A zero amount marks a gift that carries a submitted match and has already come to nothing.
    if (known.amount_cents === 0 || voidedStatusIds.some((id) => id === known.status_id)) return []
    return [{ kind: attention === 'payment_refunded' ? 'refunded' : 'failed', from: null, to: null }]
  }
  // Pledges and pending payments do not describe the recorded gift.
  if (attention !== null && attention !== 'payment_part_refunded') return []
  return [
    ...amountOf(known, incoming),
    ...dayOf(known, incoming),
    ...employerOf(known, incoming, findCompanyId),
    ...donorOf(known, incoming),
  ]
}

/** Numbers such as 1001 repeat between tools. A row with another donor, day and amount is another gift. */
export const isAnotherGift = (known: KnownFacts, incoming: NewDonation): boolean =>
  isOfSomebodyElse(known, incoming) && amountOf(known, incoming).length > 0

/** A refund by number needs the same donor or day. */
function isOfSomebodyElse(known: KnownFacts, incoming: NewDonation): boolean {
  const { donor } = incoming
  const isSameDonor =
    [known.donor_key, ...known.former_keys].includes(donorKeyOf(donor)) ||
    (donor.email !== '' && donor.email === known.email) ||
    donorKeyOf({ email: '', name: donor.name }) === donorKeyOf({ email: '', name: known.name })
  return !isSameDonor && dayOf(known, incoming).length > 0
}

function amountOf({ amount_cents, currency }: KnownFacts, incoming: NewDonation): Change[] {
  if (currency !== incoming.currency || amount_cents === incoming.amountCents) return []
  return [{ kind: 'amount', from: String(toUnits(amount_cents)), to: String(toUnits(incoming.amountCents)) }]
}

function dayOf({ donated_at }: KnownFacts, incoming: NewDonation): Change[] {
  const [from, to] = [donated_at.slice(0, 10), incoming.donatedAt.slice(0, 10)]
  return from === to ? [] : [{ kind: 'date', from, to }]
}

/** A payment of a submitted match is recorded with its money, so `match_paid` isn't applied by default. */
function progressChangeOf({ status_id, is_inert, is_part }: KnownFacts, progress: MatchProgress | null): Change[] {
  const status = findStatus(status_id)
  if (progress === null || status === null || is_inert || is_part) return []
  const moves =
    progress === 'refused'
      ? ([['match_refused', 'refuse', 11]] as const)
      : progress === 'paid'
        ? ([
            ['match_requested', 'submit', 4],
            ['match_paid', 'complete', 1],
          ] as const)
        : ([['match_requested', 'submit', 4]] as const)
  const [kind, , to] = moves.find(([, action]) => findMove(action, status.id, 'write') !== null) ?? []
  return kind === undefined || to === undefined ? [] : [{ kind, from: status.label, to: statusOf(to).label }]
}

/** A different spelling is not a change. */
function employerOf(known: KnownFacts, { employer }: NewDonation, findCompanyId: FindCompanyId): Change[] {
  const { company_id, company_name, employer_text } = known
  if (employer.companyId === null && employer.text === '') return []
  const to = employer.text || `company ${employer.companyId}`
  const isGuess = known.employer_how === 'history' || known.employer_how === 'domain'
  if (employer_text === '' && (company_id === null || isGuess)) return [{ kind: 'employer', from: null, to }]
  if (donorKeyOf({ email: '', name: employer_text }) === donorKeyOf({ email: '', name: employer.text })) return []
  const company = findCompanyId(employer)
  const isSame = company !== null && company === (company_id ?? findCompanyId({ companyId: null, text: employer_text }))
  return isSame ? [] : [{ kind: 'other_employer', from: company_name || employer_text, to }]
}

/** Missing details are not a change. */
function donorOf(known: KnownFacts, incoming: NewDonation): Change[] {
  const { donor } = incoming
  const isSameName = donorKeyOf({ email: '', name: donor.name }) === donorKeyOf({ email: '', name: known.name })
  const bringsEmail = known.email === '' && donor.email !== ''
  const isOtherDonor =
    donor.email !== '' &&
    ![known.donor_key, ...known.former_keys].includes(donorKeyOf(donor)) &&
    !(bringsEmail && isSameName)
  if (isOtherDonor) {
    const words = (name: string, email: string) => [name, email].filter(Boolean).join(', ')
    return [{ kind: 'donor', from: words(known.name, known.email), to: words(donor.name, donor.email) }]
  }
  const filled = [
    ...(bringsEmail ? [donor.email] : []),
    ...listFilledBlanks(known, incoming).map(({ to }) => String(to)),
  ]
  return filled.length === 0 ? [] : [{ kind: 'address', from: null, to: filled.join(', ') }]
}

export const selectGiftUpdates = (
  updates: readonly RowGiftUpdate[],
  selectedKinds: readonly imports.GiftUpdateKind[],
): SelectedGiftUpdate[] =>
  updates.flatMap(({ known, incoming, changes }) => {
    const kinds = changes.map(({ kind }) => kind).filter((kind) => selectedKinds.includes(kind))
    const applied = kinds.map((kind) => (kind === 'part_refunded' ? 'amount' : kind))
    return kinds.length === 0 ? [] : [{ known, incoming, kinds: applied }]
  })

export function presentGiftUpdates(
  updates: readonly RowGiftUpdate[],
  selectedKinds: readonly imports.GiftUpdateKind[],
): imports.GiftUpdates[] {
  return imports.giftUpdateKinds.flatMap((kind) => {
    const rows = updates.flatMap((one) => {
      const change = one.changes.find((changed) => changed.kind === kind)
      return change ? [{ ...one, change }] : []
    })
    if (rows.length === 0) return []
    return [
      {
        kind,
        count: rows.length,
        applied: selectedKinds.includes(kind),
        with_employer: rows.filter(({ known }) => isWithEmployer(known)).length,
        examples: rows.slice(0, examplesShown).map(({ known, incoming, change: { from, to } }) => ({
          row: incoming.row,
          donation_id: known.id,
          donor: known.name || known.email,
          from,
          to,
        })),
      },
    ]
  })
}
