import type { Db } from '../../../platform/database/database.ts'
import companies from './companies.json' with { type: 'json' }
import { insertPlainRow, insertRow } from './demo.queries.ts'

type DemoCompany = {
  readonly name: string
  readonly domain: string
  readonly aliases: readonly string[]
  /** Relative number of donors who work here. */
  readonly weight: number
  readonly policy: Readonly<Record<string, unknown>>
}

/** Fictional, because the demo must not make false claims about the request process of real companies. */
export const demoCompanies: readonly DemoCompany[] = companies

export async function insertDemoCompanies(db: Db): Promise<void> {
  for (const { name, domain, aliases, policy } of demoCompanies) {
    const id = await insertRow(db, 'companies', {
      name,
      website: `https://${domain}`,
      country: 'US',
      industry: 'Demo',
      time_zone: 'America/New_York',
      origin: 'demo',
    })
    await insertPlainRow(db, 'company_domains', { domain, company_id: id })
    for (const alias of aliases) await insertPlainRow(db, 'company_aliases', { company_id: id, name: alias })
    await insertRow(db, 'policies', {
      company_id: id,
      version: 1,
      source_url: `https://${domain}/giving`,
      as_of: '2026-01',
      ...policy,
    })
  }
}
