import { Building2, ChevronsUpDown } from 'lucide-react'
import { Suspense } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { chooseOrganization, useCurrentOrganization } from '../../../shared/current-organization.tsx'
import { useMe } from '../../../shared/me.tsx'
import { type NamedOrganization, organizationSearchId } from '../../../shared/organization-store.ts'
import { lazyComponent, ReloadButton } from '../../../ui/lazy.tsx'
import { Menu, MenuItem, MenuLabel } from '../../../ui/menu.tsx'

// Most people belong to few organizations, so these load on demand.
const OrganizationSearch = lazyComponent(() => import('./organization-search.tsx'), ReloadButton)
export const OrganizationPicker = lazyComponent(() => import('./organization-picker.tsx'), ReloadButton)

export const dropdownLimit = 10

export function OrganizationSwitcher() {
  const me = useMe()
  const choose = useSwitchOrganization()
  const current = useCurrentName()
  const isSuper = me.globalPermission === 'super'
  if (isSuper || me.orgs.length > dropdownLimit) {
    return (
      <div
        id={isSuper ? organizationSearchId : undefined}
        tabIndex={-1}
        className="h-10 w-full max-w-96 min-w-0 outline-none lg:max-w-56 xl:max-w-72 pointer-coarse:h-11"
      >
        <Suspense>
          {isSuper ? <OrganizationSearch current={current} onChoose={choose} /> : <OrganizationBox orgs={me.orgs} />}
        </Suspense>
      </div>
    )
  }
  return me.orgs.length > 1 ? <OrganizationMenu orgs={me.orgs} /> : <OrganizationName />
}

/** Filters and open rows belong to one organization, so only the path is kept. */
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

function OrganizationBox({ orgs }: { orgs: readonly NamedOrganization[] }) {
  const choose = useSwitchOrganization()
  const current = useCurrentOrganization()
  const currentId = current.state === 'none' ? null : current.id
  return (
    <OrganizationPicker
      small
      aria-label="Organization"
      organizations={orgs}
      chosen={currentId}
      onChoose={(id) => id !== null && id !== currentId && choose(id)}
    />
  )
}

function OrganizationMenu({ orgs }: { orgs: readonly NamedOrganization[] }) {
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
