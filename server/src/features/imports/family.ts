import type { OrganizationFacts } from './imports.queries.ts'

/** What a row says about the organization that it belongs to; '' where it says nothing. */
export type OrganizationWords = {
  readonly organizationId: string
  readonly organizationName: string
  readonly ein: string
}

const nameKey = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll(/\s+/g, ' ')
    .trim()

const digitsOf = (ein: string): string => ein.replaceAll(/\D/g, '')

/**
 * Finds the organization of a row among the uploader's own and its chapters: by id, else by name, else by EIN. Null when the
 * row names one that is not among them; the organization itself when the row names none.
 */
export function organizationsByWords(family: readonly OrganizationFacts[]) {
  const own = family[0]
  if (!own) throw new Error('a family has at least its head')
  const byId = new Map(family.map((one) => [String(one.id), one]))
  // The head comes first and keeps its place where a chapter has the same name or the same EIN.
  const byName = firstOf(family, (one) => nameKey(one.name))
  const byEin = firstOf(family, (one) => digitsOf(one.ein))
  return ({ organizationId, organizationName, ein }: OrganizationWords): OrganizationFacts | null => {
    if (organizationId) return byId.get(organizationId) ?? null
    if (organizationName) return byName.get(nameKey(organizationName)) ?? null
    if (digitsOf(ein)) return byEin.get(digitsOf(ein)) ?? null
    return own
  }
}

function firstOf(family: readonly OrganizationFacts[], keyOf: (one: OrganizationFacts) => string) {
  const found = new Map<string, OrganizationFacts>()
  for (const one of family) {
    const key = keyOf(one)
    if (key && !found.has(key)) found.set(key, one)
  }
  return found
}

/** `YYYY-MM-DD` on the organization's wall. */
export const dayIn = (timeZone: string, now: Date): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(now)
