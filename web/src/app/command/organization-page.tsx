import { organizations } from '@twofold/contract'
import { Building2 } from 'lucide-react'
import { useApiQuery } from '../../api/use-api.ts'
import { useSwitchOrganization } from '../../features/accounts/organizations/index.ts'
import { useMe } from '../../shared/me.tsx'
import { organizationStore } from '../../shared/organization-store.ts'
import { filterByName } from '../../ui/filter-by-name.ts'
import { PaletteGroup, PaletteItem } from '../../ui/palette.tsx'

const shortest = 2
const shownAtMost = 50

type ListedOrganization = { readonly id: number; readonly name: string }

/** Support staff see recent organizations and can search all by name. */
export function useOrganizationSearch(
  text: string,
  asking: boolean,
): { organizations: readonly ListedOrganization[]; busy: boolean } {
  const me = useMe()
  const isSuper = me.globalPermission === 'super'
  const term = text.trim()
  const isSearching = asking && isSuper && term.length >= shortest
  const { data, isFetching } = useApiQuery(
    organizations.searchOrganizations,
    { query: { term } },
    { enabled: isSearching, keepPrevious: true },
  )
  if (!isSuper) return { organizations: filterByName(me.orgs, text).slice(0, shownAtMost), busy: false }
  return {
    organizations: isSearching ? (data?.organizations ?? []) : filterByName(organizationStore.recent(), text),
    busy: isSearching && isFetching,
  }
}

export function OrganizationResults({ found, onDone }: { found: readonly ListedOrganization[]; onDone: () => void }) {
  const choose = useSwitchOrganization()
  return (
    <PaletteGroup heading="Organizations">
      {found.map(({ id, name }) => (
        <PaletteItem
          key={id}
          id={`organization ${id}`}
          icon={Building2}
          onSelect={() => {
            onDone()
            choose(id)
          }}
        >
          {name}
        </PaletteItem>
      ))}
    </PaletteGroup>
  )
}
