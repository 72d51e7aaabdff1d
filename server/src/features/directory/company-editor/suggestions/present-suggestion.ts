import type { suggestions } from '@twofold/contract'
import type { Policy } from '@twofold/matching'
import type { Db } from '../../../../platform/database/database.ts'
import { dayOf } from '../../../../platform/runtime/clock.ts'
import { factsOfPolicy, findCompanyFacts, listPoliciesOn } from '../../../core/companies/index.ts'
import { listDomainsOf, type SuggestionRow } from './suggestions.queries.ts'

export function presentSuggestion(row: SuggestionRow): suggestions.Suggestion {
  const { organization_id: _, organization: _of, decided_by: _by, changes: _all, company_id, company, ...rest } = row
  const { accepted, ...shown } = rest
  const state = accepted === null ? 'waiting' : accepted ? 'accepted' : 'declined'
  return { ...shown, company: { id: company_id, name: company }, state, changed: changesAbout(row) }
}

const termsOf: Readonly<Record<suggestions.SuggestionSubject, readonly string[] | null>> = {
  program: ['Program'],
  ratio: ['Ratio', 'Exceptions'],
  minimum: ['Minimum', 'Exceptions'],
  maximum: ['Maximum per gift', 'Maximum per year', 'Lifetime maximum', 'Maximums limit', 'Exceptions'],
  deadline: ['Deadline'],
  who: ['Who’s eligible', 'Exceptions'],
  nonprofits: ['Which nonprofits', 'Also matched'],
  how: ['How to request', 'CSR platform', 'Address', 'Postal address', 'How gifts are verified'],
  company: ['Name', 'Other name', 'Email domain', 'Website', 'Part of', 'Merged with'],
  other: null,
}

export function changesAbout({ about, changes }: SuggestionRow): suggestions.Suggestion['changed'] {
  const terms = termsOf[about]
  return changes.filter(({ term }) => terms === null || terms.includes(term))
}

/** One contains the other: “From $25 now” and “$25”. Without a specific fact, any change counts. */
function isAlreadyCorrected(row: SuggestionRow, today: readonly { readonly text: string }[]): boolean {
  if (row.about === 'other') return row.changes.length > 0
  const suggested = wordsOf(row.value)
  return today.some(({ text }) => {
    const stated = wordsOf(text)
    return isWithin(stated, suggested) || isWithin(suggested, stated)
  })
}

const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .toLowerCase()
      .replaceAll(',', '')
      .split(/[^\p{L}\p{N}:.]+/u)
      .flatMap((word) => word.replace(/[.:]$/, '') || []),
  )

const isWithin = (subset: ReadonlySet<string>, superset: ReadonlySet<string>): boolean =>
  subset.size > 0 && [...subset].every((word) => superset.has(word))

/** Empty if there is no corresponding fact. */
const columnsOf: Readonly<Record<suggestions.SuggestionSubject, readonly string[]>> = {
  program: ['has_program'],
  ratio: ['ratio'],
  minimum: ['min_amount'],
  maximum: ['max_per_gift', 'max_amount_per_year', 'max_lifetime', 'maximum_basis'],
  deadline: ['deadline_rule'],
  who: ['eligible_employees'],
  nonprofits: ['eligible_nonprofits'],
  how: ['match_method', 'csr_platform', 'submission_url', 'verification'],
  company: [],
  other: [],
}

export async function presentReviewed(
  db: Db,
  rows: readonly SuggestionRow[],
  now: Date,
): Promise<suggestions.ReviewedSuggestion[]> {
  const waiting = rows.filter(({ accepted }) => accepted === null)
  const policies = await listPoliciesOn(db, [...new Set(waiting.map(({ company_id }) => company_id))], dayOf(now))
  const reviewed: suggestions.ReviewedSuggestion[] = []
  for (const row of rows) {
    const { organization, decided_by } = row
    const policy = row.accepted === null ? policies.get(row.company_id) : undefined
    const today = row.accepted === null ? await factsAbout(db, policy, row, dayOf(now)) : []
    reviewed.push({
      ...presentSuggestion(row),
      organization,
      decided_by,
      is_corrected: isAlreadyCorrected(row, today),
      today,
    })
  }
  return reviewed
}

async function factsAbout(db: Db, policy: Policy | undefined, { about, company_id }: SuggestionRow, day: string) {
  const facts = await findCompanyFacts(db, company_id, day)
  if (!facts) return []
  if (about !== 'company') return policy ? factsOfPolicy(policy, facts, { among: columnsOf[about] }) : []
  const named = { source: '', source_url: null, learned: '' }
  const domains = await listDomainsOf(db, company_id)
  return [
    { term: 'Name', text: facts.name, ...named },
    ...facts.aliases.map((text) => ({ term: 'Other name', text, ...named })),
    ...domains.map((text) => ({ term: 'Email domain', text, ...named })),
  ]
}
