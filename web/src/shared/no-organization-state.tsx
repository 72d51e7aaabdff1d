import { review, screens } from '@twofold/contract'
import { Building2, ListChecks, Search } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { useApiQuery } from '../api/use-api.ts'
import { Button } from '../ui/button.tsx'
import { formatCount } from '../ui/format.ts'
import { EmptyState } from '../ui/states.tsx'
import { useMe } from './me.tsx'
import { type NamedOrganization, organizationSearchId, organizationStore } from './organization-store.ts'

const maxShown = 6

export default function NoOrganizationState({ title, onChoose }: { title: string; onChoose: (id: number) => void }) {
  const isSuper = useMe().globalPermission === 'super'
  const recent = useSyncExternalStore(organizationStore.subscribe, organizationStore.recent).slice(0, maxShown)
  const find = recent.length > 0 ? 'Open a recent one, or find another by name or EIN.' : 'Find one by name or EIN.'
  return (
    <EmptyState icon={Building2} title={title} action={isSuper && <Start recent={recent} onChoose={onChoose} />}>
      {isSuper ? find : 'You don’t belong to an organization yet. Ask an admin to add you.'}
    </EmptyState>
  )
}

function Start({ recent, onChoose }: { recent: readonly NamedOrganization[]; onChoose: (id: number) => void }) {
  const { data } = useApiQuery(review.countReview, {})
  const waiting = data ? data.employers + data.suggestions : 0
  const search = () => {
    const container = document.getElementById(organizationSearchId)
    const input = container?.querySelector('input') ?? container
    input?.focus()
  }
  return (
    <>
      {recent.length > 0 && (
        <ul aria-label="Recent" className="flex flex-wrap justify-center gap-2.5">
          {recent.map(({ id, name }) => (
            <li key={id}>
              <Button variant="secondary" className="wrap-anywhere" onClick={() => onChoose(id)}>
                {name}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap justify-center gap-2.5">
        <Button icon={Search} onClick={search}>
          Find an organization
        </Button>
        <Button variant="secondary" asChild>
          <Link to={screens.review}>
            <ListChecks className="size-4.5 shrink-0" aria-hidden="true" />
            Review queue
            {waiting > 0 && ` (${formatCount(waiting)}${data?.is_whole ? '' : '+'})`}
          </Link>
        </Button>
      </div>
    </>
  )
}
