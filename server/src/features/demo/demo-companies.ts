import type { Db } from '../../platform/database/database.ts'
import { insertPlainRow, insertRow } from './demo.queries.ts'

type DemoCompany = {
  readonly name: string
  readonly domain: string
  readonly aliases: readonly string[]
  /** How many of the donors work here, beside the others. */
  readonly weight: number
  readonly policy: Readonly<Record<string, unknown>> & { readonly program: 'yes' | 'no' | 'unknown' }
}

const portal = (name: string) => ({
  program: 'yes' as const,
  method: 'csr',
  submission_url: `https://giving.${name}.example/match`,
  eligible_employees: ['employees'],
})

/**
 * Invented employers, so that every way of asking for a match can be seen. What is known of real companies seldom says
 * how to ask, and nothing false is said about them here.
 */
export const demoCompanies: readonly DemoCompany[] = [
  {
    name: 'Lanternhill Bank',
    domain: 'lanternhill.example',
    aliases: ['Lanternhill', 'LHB Financial'],
    weight: 12,
    policy: {
      ...portal('lanternhill'),
      csr_platform: 'benevity',
      ratio: '1:1',
      min_amount_cents: 2500,
      max_per_year_cents: 500_000,
      deadline_rule: 'months:12',
    },
  },
  {
    name: 'Harborlight Software',
    domain: 'harborlight.example',
    aliases: ['Harborlight'],
    weight: 10,
    policy: {
      ...portal('harborlight'),
      csr_platform: 'cybergrants',
      ratio: '2:1',
      min_amount_cents: 10_000,
      max_per_gift_cents: 200_000,
      deadline_rule: 'year_end+31',
    },
  },
  {
    name: 'Marigold Grocers',
    domain: 'marigoldgrocers.example',
    aliases: ['Marigold', 'Marigold Supermarkets'],
    weight: 7,
    policy: {
      ...portal('marigoldgrocers'),
      ratio: '.5:1',
      min_amount_cents: 2000,
      max_per_year_cents: 100_000,
      deadline_rule: 'days:180',
    },
  },
  {
    name: 'Copperleaf Energy',
    domain: 'copperleaf.example',
    aliases: ['Copperleaf Power'],
    weight: 8,
    policy: {
      program: 'yes',
      method: 'form',
      form_url: 'https://copperleaf.example/matching-form.pdf',
      form_needs_nonprofit: true,
      ratio: '1:1',
      min_amount_cents: 5000,
      max_per_year_cents: 250_000,
      deadline_rule: 'months:12',
    },
  },
  {
    name: 'Juniper & Vale',
    domain: 'junipervale.example',
    aliases: ['Juniper and Vale LLP'],
    weight: 4,
    policy: {
      program: 'yes',
      method: 'form',
      form_url: 'https://junipervale.example/form.pdf',
      form_needs_nonprofit: false,
      ratio: '1:1',
      min_amount_cents: 2500,
      deadline_rule: 'fiscal_year_end:06-30+60',
    },
  },
  {
    name: 'Brightwater Insurance',
    domain: 'brightwater.example',
    aliases: ['Brightwater Mutual'],
    weight: 6,
    policy: {
      program: 'yes',
      method: 'mail',
      contact_address: 'Matching Gifts, 400 Harbor Street, Portland, OR 97201',
      ratio: '1:1',
      min_amount_cents: 2500,
      max_per_gift_cents: 100_000,
      deadline_rule: 'year_end+90',
    },
  },
  {
    name: 'Northstar Robotics',
    domain: 'northstar-robotics.example',
    aliases: ['Northstar'],
    weight: 6,
    policy: {
      program: 'yes',
      method: 'contact',
      contact_email: 'giving@northstar-robotics.example',
      ratio: '1:1',
      max_per_year_cents: 250_000,
      deadline_rule: 'days:365',
    },
  },
  {
    name: 'Larkspur Credit Union',
    domain: 'larkspurcu.example',
    aliases: [],
    weight: 3,
    policy: { ...portal('larkspurcu'), ratio: '1:1', min_amount_cents: 1000, deadline_rule: 'months:12' },
  },
  {
    name: 'Saltmarsh Foods',
    domain: 'saltmarsh.example',
    aliases: [],
    weight: 2,
    policy: { ...portal('saltmarsh'), ratio: '1:1', own_site_only: true },
  },
  {
    name: 'Pinegate Logistics',
    domain: 'pinegate.example',
    aliases: ['Pinegate Freight'],
    weight: 4,
    policy: { program: 'no' },
  },
  {
    name: 'Thistledown Paper',
    domain: 'thistledown.example',
    aliases: [],
    weight: 2,
    policy: { ...portal('thistledown'), ratio: '1:1', excluded_nonprofits: ['health and human services'] },
  },
  {
    name: 'Quarry Lane Media',
    domain: 'quarrylane.example',
    aliases: [],
    weight: 2,
    policy: { program: 'unknown' },
  },
]

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
