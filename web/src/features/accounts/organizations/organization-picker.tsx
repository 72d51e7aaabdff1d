import { useState } from 'react'
import type { NamedOrganization } from '../../../shared/organization-store.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { filterByName } from '../../../ui/filter-by-name.ts'

export default function OrganizationPicker({
  organizations,
  chosen,
  onChoose,
  all,
  small = false,
  'aria-label': ariaLabel,
}: {
  organizations: readonly NamedOrganization[]
  chosen: number | null
  onChoose: (id: number | null) => void
  all?: string
  small?: boolean
  'aria-label'?: string
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const found = filterByName(organizations, typed ?? '')
  const options = found.map(({ id, name }) => ({ key: String(id), label: name, value: id as number | null }))
  const name = organizations.find(({ id }) => id === chosen)?.name ?? all ?? ''
  return (
    <Combobox
      small={small}
      {...(ariaLabel ? { 'aria-label': ariaLabel } : {})}
      placeholder="Find an organization"
      text={typed ?? name}
      onText={setTyped}
      options={all && !typed ? [{ key: 'all', label: all, value: null }, ...options] : options}
      message="No organization found"
      selectOnFocus
      onLeave={() => setTyped(null)}
      onChoose={(id) => {
        setTyped(null)
        onChoose(id)
      }}
    />
  )
}
