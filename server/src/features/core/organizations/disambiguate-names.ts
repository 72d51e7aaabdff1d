type Place = {
  readonly id: number
  readonly name: string
  readonly ein: string
  readonly city: string
  readonly state: string
}

/** The first detail that is unique among organizations with that name is used. */
const ways: readonly ((of: Place) => string)[] = [
  ({ city, state }) => [city, state].filter(Boolean).join(', '),
  ({ ein }) => (ein === '' ? '' : `EIN ${ein}`),
  ({ id }) => `organization ${id}`,
]

/**
 * By ID: `Lincoln PTA (Peoria, IL)`, `Lincoln PTA (organization 12)`. A chapter uses its parent's place and EIN until
 * it sets its own.
 */
export function disambiguateNames(organizations: readonly Place[]): ReadonlyMap<number, string> {
  const namesakes = Map.groupBy(organizations, ({ name }) => spoken(name))
  return new Map(
    organizations.map((one) => {
      const others = (namesakes.get(spoken(one.name)) ?? []).filter(({ id }) => id !== one.id)
      if (others.length === 0) return [one.id, one.name]
      const own = ways
        .map((say) => (others.some((other) => spoken(say(other)) === spoken(say(one))) ? '' : say(one)))
        .find(Boolean)
      return [one.id, `${one.name} (${own})`]
    }),
  )
}

const spoken = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
