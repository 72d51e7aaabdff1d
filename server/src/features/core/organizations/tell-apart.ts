type Place = {
  readonly id: number
  readonly name: string
  readonly ein: string
  readonly city: string
  readonly state: string
}

/** The first that no other of the name has too. */
const ways: readonly ((of: Place) => string)[] = [
  ({ city, state }) => [city, state].filter(Boolean).join(', '),
  ({ ein }) => (ein === '' ? '' : `EIN ${ein}`),
  ({ id }) => `organization ${id}`,
]

/**
 * What each is called where they stand beside each other, by id: its name, and where another has the same one, what it alone has of
 * `Lincoln PTA (Peoria, IL)`, `Lincoln PTA (EIN 12-3456789)` and `Lincoln PTA (organization 12)`. A chapter has its parent's place and
 * EIN until it says its own.
 */
export function tellApart(organizations: readonly Place[]): ReadonlyMap<number, string> {
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

/** People do not see the difference. */
const spoken = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
