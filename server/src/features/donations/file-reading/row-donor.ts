import type { FieldTarget } from '@twofold/contract'
import { isNoPersonName, isOrganizationName } from '@twofold/matching'
import type { Table } from './table.ts'

export const address =
  /^[^\s@<>,;:"()[\]\\]{1,64}@(?=.{4,190}$)([\p{L}\p{N}]([\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+\p{L}[\p{L}\p{N}-]*\p{L}$/u
/** Characters; an address has at most 254, and a cell may contain two or three. */
const longestAddress = 1000

const isAddress = (text: string) => address.test(text) && !/^\.|\.\.|\.@/.test(text)

/** '' for a blank cell and null for an invalid address. The first of several valid addresses counts. */
export function readEmail(cellText: string): string | null {
  const text = cellText
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060\ufeff]/g, '')
    .replace(/^['‘’"]+|(?<!['‘’"])['‘’"]+$/g, '')
    .trim()
  if (isPlaceholder(text)) return ''
  if (text.length > longestAddress) return null
  const bare = /<([^<>]+)>\s*$/.exec(text)?.[1] ?? text.replace(/^mailto:/i, '')
  if (isAddress(bare)) return bare
  const parts = bare.split(/[;,/\s]+/).filter(Boolean)
  return parts.length > 1 && parts.every(isAddress) ? (parts[0] ?? null) : null
}

const withheld =
  /^((donor |employee )?(name|e-?mail|info(rmation)?|identity) )?(not (shared|provided|disclosed|given|available|supplied|released|public)|withheld|hidden|undisclosed|private|confidential|redacted|masked)( (by|per|at) (the )?(donor|employee|user|request)(['’]?s request)?)?$|^(private|undisclosed) (donor|employee)$|^(the )?(donor|employee) (chose|wishes|wants|prefers|asked|elected|opted|did not|declined) .{1,40}$/i

/** Platforms replace what a donor does not share. */
export const isWithheld = (text: string) => withheld.test(text)

/** "Retired" is excluded because it describes the employer. */
const placeholder =
  /^(not (applicable|specified|known|set)|n\/?\.?a\.?|#(n\/a|name\?|ref!|value!|null!|div\/0!)|none|null|nil|undefined|unknown|anonymous( donor| supporter| gift)?|anon|anonyme?( spende)?|an[oó]nim[oa]|inconnu|desconocid[oa]|unbekannt|no ?(e-?mail|name)|walk-?in( customer)?|guest|blank|\(blank\)|\(none\)|[-–—.?_*x]+)$/i
export const isPlaceholder = (text: string) => text === '' || placeholder.test(text) || isWithheld(text)

export const known = (text: string) => (isPlaceholder(text) ? '' : text)

export function readName(cell: (target: FieldTarget) => string, lastNameFirst: boolean): string {
  const full = cell('donor.name').replace(/\s+/g, ' ')
  const turned = lastNameFirst && !suffix.test(full) ? full.replace(/^([^,]+), ([^,]+)$/, '$2 $1') : full
  if (!isPlaceholder(turned)) return turned
  const parts = [known(cell('donor.first_name')), known(cell('donor.last_name'))]
  const written = [cell('donor.first_name'), cell('donor.last_name')].filter(Boolean)
  const asWritten = [...new Set(written)].join(' ').replace(/\s+/g, ' ')
  if (isNoPersonName(asWritten)) return asWritten
  return parts.filter(Boolean).join(' ').replace(/\s+/g, ' ') || turned
}

export const nameTargets = ['donor.name', 'donor.first_name', 'donor.last_name'] as const

const suffix = /,\s*(jr|sr|ii|iii|iv|md|phd|esq|inc|llc|ltd|corp|co|lp|llp|cpa|dds)\.?$/i

export function isLastNameFirst(table: Table, at: number | undefined): boolean {
  if (at === undefined) return false
  const names = table.rows
    .map((row) => row.cells[at]?.trim() ?? '')
    .filter((name) => name !== '' && !isOrganizationName(name) && !isNoPersonName(name))
  const turned = names.filter((name) => /^[^,\d]+, [^,\d]+$/.test(name) && !suffix.test(name))
  return names.length > 0 && turned.length / names.length > 0.6
}

export function readAddress(cell: (target: FieldTarget) => string) {
  const [street = '', ...lines] = cell('address.street')
    .split(/\r?\n/)
    .map((line) => line.trim())
  return {
    street,
    street2: cell('address.street2') || lines.filter(Boolean).join(', '),
    city: cell('address.city'),
    state: cell('address.state'),
    zip: cell('address.zip'),
    country: cell('address.country'),
  }
}
