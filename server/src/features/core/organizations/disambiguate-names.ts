type NamedOrganization = {
  readonly id: number
  readonly name: string
  readonly ein: string
  readonly city: string
  readonly state: string
}

/** The first detail that is unique among organizations with that name is used. */
const details: readonly ((of: NamedOrganization) => string)[] = [
  ({ city, state }) => [city, state].filter(Boolean).join(', '),
  ({ ein }) => (ein === '' ? '' : `EIN ${ein}`),
  ({ id }) => `organization ${id}`,
]

/**
 * By ID: `Lincoln PTA (Peoria, IL)`, `Lincoln PTA (organization 12)`. A chapter uses its parent's place and EIN until
 * it sets its own.
 */
export function disambiguateNames(organizations: readonly NamedOrganization[]): ReadonlyMap<number, string> {
  const namesakes = Map.groupBy(organizations, ({ name }) => normalized(name))
  return new Map(
    organizations.map((organization) => {
      const others = (namesakes.get(normalized(organization.name)) ?? []).filter(({ id }) => id !== organization.id)
      if (others.length === 0) return [organization.id, organization.name]
      const suffix = details
        .map((detail) =>
          others.some((other) => normalized(detail(other)) === normalized(detail(organization)))
            ? ''
            : detail(organization),
        )
        .find(Boolean)
      return [organization.id, `${organization.name} (${suffix})`]
    }),
  )
}

const normalized = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase()
