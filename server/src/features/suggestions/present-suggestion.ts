import type { suggestions } from '@twofold/contract'
import type { Policy } from '@twofold/matching'
import { dayOf } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { factsOfPolicy, findCompanyFacts, listPoliciesOn } from '../companies/index.ts'
import type { SuggestionRow } from './suggestions.queries.ts'

export function presentSuggestion(row: SuggestionRow): suggestions.Suggestion {
  const { id, company_id, company, about, value, source_url, note, by, at, accepted, reason, decided_at } = row
  const state = accepted === null ? 'waiting' : accepted ? 'accepted' : 'declined'
  return {
    id,
    company: { id: company_id, name: company },
    about,
    value,
    source_url,
    note,
    by,
    at,
    state,
    reason,
    decided_at,
  }
}

/** The directory's columns that a subject is about; none of them: there is no fact beside it. */
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

/** As our support reads it: beside what the directory says of it now, and who says that. */
export async function presentReviewed(
  db: Db,
  rows: readonly SuggestionRow[],
  now: Date,
): Promise<suggestions.ReviewedSuggestion[]> {
  const waiting = rows.filter(({ accepted }) => accepted === null)
  const policies = await listPoliciesOn(db, [...new Set(waiting.map(({ company_id }) => company_id))], dayOf(now))
  const answer: suggestions.ReviewedSuggestion[] = []
  for (const row of rows) {
    const { organization, decided_by, is_corrected } = row
    const policy = row.accepted === null ? policies.get(row.company_id) : undefined
    const today = policy ? await factsAbout(db, policy, row, dayOf(now)) : []
    answer.push({ ...presentSuggestion(row), organization, decided_by, is_corrected, today })
  }
  return answer
}

async function factsAbout(db: Db, policy: Policy, { about, company_id }: SuggestionRow, day: string) {
  const facts = await findCompanyFacts(db, company_id, day)
  return facts ? factsOfPolicy(policy, facts, columnsOf[about]) : []
}
