import { demoCompanies } from './demo-companies.ts'
import type { Random } from './random.ts'

const realEmployers =
  'Microsoft,Apple,Boeing,Google,Intel,Deere & Company,Caterpillar,Walmart,Verizon,Best Buy Canada,Chevron,Adobe,Deloitte,Allstate,AT&T,Aon'.split(
    ',',
  )

export function employerOf(random: Random): { text: string; domain: string | null } {
  const kind = random.weighted({ none: 26, demo: 56, real: 14, unclear: 4 })
  if (kind === 'none') return { text: '', domain: null }
  if (kind === 'real') return { text: random.pick(realEmployers), domain: null }
  if (kind === 'unclear') {
    return {
      text: random.pick(['self', 'Smith & Sons', 'The University', 'County Schools', 'Freelance', 'Dr. Patel DDS']),
      domain: null,
    }
  }
  const name = random.weighted(
    Object.fromEntries(demoCompanies.map((demoCompany) => [demoCompany.name, demoCompany.weight])),
  )
  const company = demoCompanies.find((demoCompany) => demoCompany.name === name)
  const spelling = random.weighted({ exact: 60, alias: 14, lower: 10, legal: 8, typo: 8 })
  const spellings = {
    exact: name,
    alias: company?.aliases[0] ?? name,
    lower: name.toLowerCase(),
    legal: `${name} Inc.`,
    typo: name.replace(/(.)(.)$/, '$2$1'),
  }
  return { text: spellings[spelling], domain: company?.domain ?? null }
}
