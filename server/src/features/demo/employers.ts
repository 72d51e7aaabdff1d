import type { Chance } from './chance.ts'
import { demoCompanies } from './demo-companies.ts'

const realEmployers = [
  'Microsoft',
  'Apple',
  'Boeing',
  'Google',
  'Intel',
  'Deere & Company',
  'Caterpillar',
  'Walmart',
  'Verizon',
  'Best Buy Canada',
  'Chevron',
  'Adobe',
  'Deloitte',
  'Allstate',
  'AT&T',
  'Aon',
]

/** What a donor writes as employer, with the spellings that forms are full of. */
export function employerOf(chance: Chance): { text: string; domain: string | null } {
  const kind = chance.weighted([
    [26, 'none'],
    [56, 'demo'],
    [14, 'real'],
    [4, 'unclear'],
  ] as const)
  if (kind === 'none') return { text: '', domain: null }
  if (kind === 'real') return { text: chance.pick(realEmployers), domain: null }
  if (kind === 'unclear') {
    return {
      text: chance.pick(['self', 'Smith & Sons', 'The University', 'County Schools', 'Freelance', 'Dr. Patel DDS']),
      domain: null,
    }
  }
  const company = chance.weighted(demoCompanies.map((one) => [one.weight, one] as const))
  const { name } = company
  const text = chance.weighted([
    [60, name],
    [14, company.aliases[0] ?? name],
    [10, name.toLowerCase()],
    [8, `${name} Inc.`],
    [8, name.replace(/(.)(.)$/, '$2$1')],
  ])
  return { text, domain: company.domain }
}
