import { organizations } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { organizationSearchId, organizationStore } from '../../../shared/organization-store.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import { filterByName } from '../../../ui/filter-by-name.ts'
import { useSearch } from '../../../ui/search.ts'

const searchRules = { minLength: 2, waitMs: 300 }

export default function OrganizationSearch(props: { current: string | undefined; onChoose: (id: number) => void }) {
  const { current, onChoose } = props
  const [typed, setTyped] = useState<string | null>(null)
  const [found, search] = useSearch<{ id: number; name: string; ein?: string }>({
    ...searchRules,
    find: async (term, signal) =>
      (await call(organizations.searchOrganizations, { query: { term } }, signal)).organizations,
    fallback: (term) => filterByName(organizationStore.recent(), term),
  })
  useEffect(() => {
    const container = document.getElementById(organizationSearchId)
    if (container && document.activeElement === container) container.querySelector('input')?.focus()
  }, [])
  const term = (typed ?? '').trim()
  const recent: readonly { id: number; name: string; ein?: string }[] = term === '' ? organizationStore.recent() : []
  const options = (term === '' ? recent : found.results).map((organization) => ({
    key: String(organization.id),
    label: organization.name,
    ...(typeof organization.ein === 'string' ? { hint: organization.ein } : {}),
    value: organization.id,
  }))
  return (
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
        onChoose(id)
      }}
    />
  )
}

function messageFor(term: string, state: 'idle' | 'waiting' | 'done'): string {
  if (term.length < searchRules.minLength) return 'Type at least 2 characters'
  return state === 'done' ? 'No organization found' : 'Searching...'
}
