import { type Currency, moneyText, type Policy, type PolicyLevel, type PolicySentence } from '@twofold/matching'
import type { CompanyFacts } from './companies.queries.ts'
import { ownNameOf, presentSource } from './present-source.ts'

const levels: Record<PolicyLevel, string> = {
  rules: 'It has a matching program, and we know its rules.',
  program: 'It has a matching program. We don’t know its rules yet.',
  none: 'It has no matching program.',
  unconfirmed: 'We haven’t confirmed a matching program for its employees.',
}
export const levelText = (level: PolicyLevel): string => levels[level]

export const headingTexts: Record<PolicySentence['about'], string> = {
  match: 'What it matches',
  who: 'Who’s eligible',
  nonprofits: 'Which nonprofits',
  gifts: 'Which gifts',
  deadline: 'Deadline',
  how: 'How to request the match',
}

/** '$250 for each 25 hours' for the notation of the directory's files; '' if unknown. */
export function volunteerSentence(grant: string | null, currency: Currency, secondCurrency?: Currency): string {
  const dollars = (units = ''): string => moneyText(Math.round(Number(units) * 100), currency, secondCurrency)
  const hourly = /^per_hour:([\d.]{1,9})$/.exec(grant ?? '')
  if (hourly) return `${dollars(hourly[1])} per volunteer hour.`
  const block = /^block:([\d.]{1,9})\/(\d{1,4})$/.exec(grant ?? '')
  if (block) return `${dollars(block[1])} per ${block[2]} volunteer hours.`
  if (grant === 'yes') return 'It gives for volunteer hours. Amount unknown.'
  return grant === 'no' ? 'No volunteer grants.' : ''
}

const columnWords: Readonly<Record<string, string>> = {
  has_program: 'the program',
  ratio: 'the ratio',
  min_amount: 'the minimum',
  max_amount_per_year: 'the maximum',
  eligible_employees: 'who’s eligible',
  eligible_nonprofits: 'eligible nonprofits',
  excluded_nonprofits: 'excluded nonprofits',
  match_method: 'how to request',
  csr_platform: 'the platform',
  verification: 'how a gift is confirmed',
  submission_url: 'where to request',
  guide_url: 'the program page',
  deadline_rule: 'the deadline',
  volunteer_grant: 'volunteer grants',
}

export type ShownSource = {
  readonly title: string
  readonly url: string | null
  readonly learned: string
  /** '' for the main source. */
  readonly columns: string
}

export function presentSources(facts: CompanyFacts, policy: Policy | null): ShownSource[] {
  const { further_sources } = facts
  const about = ownNameOf(facts, policy)
  const main = policy && policy.sourceUrl !== '' ? [presentShown(policy.sourceUrl, policy.asOf, '', about)] : []
  return [
    ...main,
    ...further_sources.map(({ columns, source_url, as_of }) =>
      presentShown(
        source_url,
        as_of,
        columns.map((column) => columnWords[column] ?? column.replaceAll('_', ' ')).join(', '),
        about,
      ),
    ),
  ]
}

function presentShown(address: string, asOf: string, columns: string, about: string): ShownSource {
  const { source, learned } = presentSource(address, asOf, about)
  return { title: source?.title ?? address, url: source?.url ?? null, learned, columns }
}
