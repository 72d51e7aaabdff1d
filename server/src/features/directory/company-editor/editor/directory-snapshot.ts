import type { directory } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import type { Db } from '../../../../platform/database/database.ts'
import { Refusal } from '../../../../platform/runtime/errors.ts'
import {
  type CompanyFields,
  type CompanyRow,
  listCompanyRows,
  listTakenDomains,
  listTakenNames,
  type TakenDomain,
  type TakenName,
} from './company.queries.ts'

export type DirectorySnapshot = {
  /** Names are in lowercase, oldest company first. */
  readonly names: Map<string, TakenName[]>
  readonly domains: Map<string, TakenDomain>
  readonly companies: Map<number, CompanyRow>
}

type SnapshotKeys = {
  readonly names: readonly string[]
  readonly domains: readonly string[]
  readonly ids: readonly number[]
}

export async function readDirectorySnapshot(db: Db, { names, domains, ids }: SnapshotKeys): Promise<DirectorySnapshot> {
  const [takenNames, takenDomains, companies] = await Promise.all([
    listTakenNames(db, names),
    listTakenDomains(db, domains),
    listCompanyRows(db, ids),
  ])
  return {
    names: Map.groupBy(takenNames, ({ value }) => value.toLowerCase()),
    domains: new Map(takenDomains.map((row) => [row.domain, row])),
    companies: new Map(companies.map((row) => [row.id, row])),
  }
}

const conflict = (field: keyof directory.CompanyForm, message: string): Refusal =>
  new Refusal('conflict', message, { fields: { [field]: message } })

/** Only new values, because editions may contain names that two companies share. @throws conflict */
export function refuseConflicts(others: DirectorySnapshot, fields: CompanyFields, before: CompanyRow | null): void {
  const id = before?.id ?? 0
  const known = new Set([before?.name ?? '', ...(before?.aliases ?? [])].map((name) => name.toLowerCase()))
  for (const value of [fields.name, ...fields.aliases]) {
    if (known.has(value.toLowerCase())) continue
    const taken = others.names
      .get(value.toLowerCase())
      ?.find(({ company_id, owner }) => company_id !== id && owner.id !== id)
    if (taken) throw conflict(value === fields.name ? 'name' : 'aliases', takenNameMessage(value, taken))
  }
  const [taken] = fields.email_domains
    .filter((domain) => !before?.email_domains.includes(domain))
    .flatMap((domain) => others.domains.get(domain) ?? [])
    .filter(({ company_id }) => company_id !== id)
    .sort((a, b) => (a.domain < b.domain ? -1 : 1))
  if (taken) {
    throw conflict('email_domains', `${taken.domain} already belongs to ${taken.owner}. Remove it there first.`)
  }
  if (fields.parent_id !== null && fields.parent_id !== before?.parent_id) {
    refuseParent(others.companies.get(fields.parent_id), before)
  }
}

function takenNameMessage(value: string, { company_id, owner }: TakenName): string {
  if (owner.id !== company_id) return `${quoted(value)} was merged into ${owner.name}.`
  return value.toLowerCase() === owner.name.toLowerCase()
    ? `${owner.name} is already in the directory. Edit that company instead.`
    : `${quoted(value)} is already a name of ${owner.name}. Remove it there first.`
}

/** Policies are inherited over one level, so a parent must be independent. */
function refuseParent(parent: CompanyRow | undefined, company: CompanyRow | null): void {
  if (!parent || parent.merged_into) throw conflict('parent_id', 'That company isn’t in the directory.')
  if (parent.id === company?.id) throw conflict('parent_id', 'A company can’t be part of itself.')
  if (parent.parent) {
    const other = parent.parent.id === company?.id ? '' : ` Choose ${parent.parent.name}.`
    throw conflict('parent_id', `${parent.name} is itself part of ${parent.parent.name}.${other}`)
  }
  const [subsidiary] = company?.subsidiaries ?? []
  if (company && subsidiary) {
    throw conflict(
      'parent_id',
      `${company.name} has its own subsidiary, ${subsidiary.name}. Move it to ${parent.name} first.`,
    )
  }
}

export function addToSnapshot(others: DirectorySnapshot, before: CompanyRow | null, row: CompanyRow): void {
  if (before) removeNames(others, before)
  const names = row.aliases.map((value) => ({ value, is_alias: true }))
  for (const { value, is_alias } of before ? names : [{ value: row.name, is_alias: false }, ...names]) {
    const taken = { value, is_alias, company_id: row.id, owner: { id: row.id, name: row.name } }
    others.names.set(value.toLowerCase(), [...(others.names.get(value.toLowerCase()) ?? []), taken])
  }
  for (const domain of row.email_domains) {
    others.domains.set(domain, { domain, company_id: row.id, owner: row.name })
  }
  others.companies.set(row.id, row)
  if (before?.parent && before.parent.id !== row.parent?.id)
    changeSubsidiaries(others, before.parent.id, (all) => all.filter(({ id }) => id !== row.id))
  if (row.parent && before?.parent?.id !== row.parent.id)
    changeSubsidiaries(others, row.parent.id, (all) => [...all, { id: row.id, name: row.name }])
}

export function removeFromSnapshot(others: DirectorySnapshot, row: CompanyRow): void {
  removeNames(others, row)
  const own = row.name.toLowerCase()
  const remaining = others.names.get(own)?.filter(({ company_id }) => company_id !== row.id)
  if (remaining) others.names.set(own, remaining)
  others.companies.delete(row.id)
  if (row.parent) changeSubsidiaries(others, row.parent.id, (all) => all.filter(({ id }) => id !== row.id))
}

function removeNames({ names, domains }: DirectorySnapshot, { id, aliases, email_domains }: CompanyRow): void {
  for (const alias of aliases) {
    const remaining = names.get(alias.toLowerCase())?.filter((one) => !(one.company_id === id && one.is_alias))
    if (remaining) names.set(alias.toLowerCase(), remaining)
  }
  for (const domain of email_domains) {
    if (domains.get(domain)?.company_id === id) domains.delete(domain)
  }
}

function changeSubsidiaries(
  others: DirectorySnapshot,
  id: number,
  change: (all: CompanyRow['subsidiaries']) => CompanyRow['subsidiaries'],
): void {
  const company = others.companies.get(id)
  if (company) others.companies.set(id, { ...company, subsidiaries: change(company.subsidiaries) })
}
