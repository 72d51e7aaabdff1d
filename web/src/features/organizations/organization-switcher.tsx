import { organizations } from '@twofold/contract'
import { Building2, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { call } from '../../api/call.ts'
import { chooseOrganization, useCurrentOrganization } from '../../shell/current-organization.tsx'
import { useMe } from '../../shell/me.tsx'
import { type Named, organizationSearchId, organizationStore } from '../../shell/organization-store.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { filterByName } from '../../ui/filter-by-name.ts'
import { Menu, MenuItem, MenuLabel } from '../../ui/menu.tsx'
import { useSearch } from '../../ui/search.ts'
import { OrganizationPicker, pickedFrom } from './organization-picker.tsx'

/** A search for super users, a dropdown for people of several organizations, and nothing to switch for all others. */
export function OrganizationSwitcher() {
  const me = useMe()
  if (me.globalPermission === 'super') return <OrganizationSearch />
  if (me.orgs.length > pickedFrom) return <OrganizationBox orgs={me.orgs} />
  return me.orgs.length > 1 ? <OrganizationMenu orgs={me.orgs} /> : <OrganizationName />
}

/** Filters and open rows belong to one organization, so the address keeps only the screen. */
export function useSwitchOrganization() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (id: number) => {
    chooseOrganization(id)
    void navigate(pathname, { replace: true })
  }
}

function useCurrentName(): string | undefined {
  const current = useCurrentOrganization()
  return current.state === 'ready' ? current.organization.name : undefined
}

function OrganizationName() {
  const name = useCurrentName()
  return <p className="min-w-0 truncate font-semibold">{name ?? ''}</p>
}

function OrganizationBox({ orgs }: { orgs: readonly Named[] }) {
  const choose = useSwitchOrganization()
  const current = useCurrentOrganization()
  const currentId = current.state === 'none' ? null : current.id
  return (
    <div className="w-full max-w-96 min-w-0">
      <OrganizationPicker
        small
        aria-label="Organization"
        organizations={orgs}
        chosen={currentId}
        onChoose={(id) => id !== null && id !== currentId && choose(id)}
      />
    </div>
  )
}

function OrganizationMenu({ orgs }: { orgs: readonly Named[] }) {
  const choose = useSwitchOrganization()
  const current = useCurrentOrganization()
  const currentId = current.state === 'none' ? null : current.id
  const name = orgs.find(({ id }) => id === currentId)?.name ?? 'Choose an organization'
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-10 max-w-full min-w-0 items-center gap-2.5 rounded-control border border-edge/60 bg-surface px-3 font-semibold hover:border-edge hover:bg-sunken sm:max-w-80 pointer-coarse:h-11"
        >
          <Building2 className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
          <span className="sr-only">Organization: </span>
          <span className="min-w-0 truncate">{name}</span>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
        </button>
      }
    >
      <MenuLabel>Your organizations</MenuLabel>
      {orgs.map(({ id, name }) => (
        <MenuItem key={id} chosen={id === currentId} onSelect={() => id !== currentId && choose(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

const searchRules = { minLength: 2, waitMs: 300 }

function OrganizationSearch() {
  const choose = useSwitchOrganization()
  const current = useCurrentName()
  // While nobody types, the box shows where we are.
  const [typed, setTyped] = useState<string | null>(null)
  const [found, search] = useSearch<{ id: number; name: string; ein?: string }>({
    ...searchRules,
    find: async (term, signal) =>
      (await call(organizations.searchOrganizations, { query: { term } }, signal)).organizations,
    fallback: (term) => filterByName(organizationStore.recent(), term),
  })
  const term = (typed ?? '').trim()
  const recent: readonly { id: number; name: string; ein?: string }[] = term === '' ? organizationStore.recent() : []
  const options = (term === '' ? recent : found.results).map((one) => ({
    key: String(one.id),
    label: one.name,
    ...(typeof one.ein === 'string' ? { hint: one.ein } : {}),
    value: one.id,
  }))
  return (
    <div id={organizationSearchId} className="w-full max-w-96 min-w-0">
      <Combobox
        small
        aria-label="Organization"
        placeholder="Find an organization"
        text={typed ?? current ?? ''}
        onText={(text) => {
          setTyped(text)
          search(text)
        }}
        options={options}
        busy={found.state === 'waiting'}
        message={messageFor(term, found.state)}
        selectOnFocus
        onLeave={() => setTyped(null)}
        onChoose={(id) => {
          setTyped(null)
          search('')
          choose(id)
        }}
      />
    </div>
  )
}

function messageFor(term: string, state: 'idle' | 'waiting' | 'done'): string {
  if (term.length < searchRules.minLength) return 'Type at least 2 characters'
  return state === 'done' ? 'No organization found' : 'Searching...'
}
