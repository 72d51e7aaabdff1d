import { organizations, support } from '@twofold/contract'
import {
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Outlet, useSearchParams } from 'react-router'
import { ApiError } from '../api/api-error.ts'
import { queryClient, useAnswer } from '../api/use-call.ts'
import { late } from '../ui/late.tsx'
import { PageHeading } from '../ui/page.tsx'
import { Loading } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/states.tsx'
import { leaving } from './leaving.ts'
import { useMe } from './me.tsx'
import { linkStands, organizationNamed, withOrganization, withoutOrganization } from './organization-of-link.ts'
import { organizationStore } from './organization-store.ts'

type Organization = organizations.Organization

type Current =
  | { readonly state: 'none' }
  | { readonly state: 'loading'; readonly id: number }
  | { readonly state: 'failed'; readonly id: number; readonly error: Error; readonly retry: () => void }
  | { readonly state: 'ready'; readonly id: number; readonly organization: Organization }

// Hardly anybody is ever without one.
const WithoutOrganization = /* @__PURE__ */ late(() => import('./without-organization.tsx'))

const CurrentContext = createContext<Current>({ state: 'none' })

/** Until when our support has allowed itself to change things in the organization in hand; null: it only looks. */
const SupportContext = createContext<string | null>(null)

const whileAllowedMs = 30_000

// Hardly anybody ever follows one.
const ForeignLink = /* @__PURE__ */ late(() => import('./foreign-link.tsx'))

/** Whether the screen was asked for by a link about an organization that the person cannot open. */
const ForeignLinkContext = createContext(false)

export const useIsForeignLink = (): boolean => useContext(ForeignLinkContext)

/**
 * A link from a mail names the organization that it is about (`?in=12`), whichever one this tab works in. It is worked in from
 * the first moment on, so that nothing of another one is asked for; then the address forgets it. Where the person cannot open it the
 * address keeps it, so that no screen shows another organization in its place, until they go on or choose one, which both lead to
 * another address. `refuse` is for what only the server knows: that it was erased meanwhile.
 */
function useOrganizationOfLink(mayOpen: (id: number) => boolean) {
  const [search, setSearch] = useSearchParams()
  const [opened, setOpened] = useState<number | null>(null)
  const [refused, setRefused] = useState<number | null>(null)
  const named = organizationNamed(search)
  const stands = linkStands(named, mayOpen, refused)
  const asked = stands === 'open' && typeof named === 'number' ? named : null
  useEffect(() => {
    if (asked === null) return
    organizationStore.choose(asked)
    setOpened(asked)
    setSearch(withoutOrganization, { replace: true })
  }, [asked, setSearch])
  const refuse = (id: number) => {
    setOpened(null)
    setRefused(id)
    organizationStore.clear()
    setSearch((now) => withOrganization(now, id), { replace: true })
  }
  return { asked, opened, isForeign: stands === 'foreign', refuse }
}

/** Loads the organization this tab works in: the one that a link is about, else the stored one, else the person's first. */
export function CurrentOrganizationProvider({ children }: { children: ReactNode }) {
  const me = useMe()
  const isSuper = me.globalPermission === 'super'
  const stored = useSyncExternalStore(organizationStore.subscribe, organizationStore.chosen)
  const mayOpen = (asked: number) => isSuper || me.orgs.some(({ id }) => id === asked)
  const link = useOrganizationOfLink(mayOpen)
  const id =
    link.asked ?? (stored !== null && mayOpen(stored) ? stored : null) ?? (isSuper ? null : (me.orgs[0]?.id ?? null))
  const { data, error, refetch } = useAnswer(
    organizations.getOrganization,
    { params: { id: id ?? 0 } },
    { enabled: id !== null },
  )

  const { data: allowed } = useAnswer(
    support.getSupport,
    { params: { id: id ?? 0 } },
    { enabled: isSuper && id !== null, everyMs: (answer) => (answer?.changes_until ? whileAllowedMs : false) },
  )

  useEffect(() => {
    if (isSuper && data) organizationStore.remember(data)
  }, [isSuper, data])
  // What the tab was given it keeps: the first of a person's organizations is another one as soon as they join or leave one.
  const settled = data?.id
  useEffect(() => {
    if (settled !== undefined && settled !== stored) organizationStore.choose(settled)
  }, [settled, stored])
  const refuse = useRef(link.refuse)
  refuse.current = link.refuse
  const gone = error instanceof ApiError && (error.status === 403 || error.status === 404)
  const startAgain = gone && stored !== null
  const isOfLink = startAgain && link.opened === id
  useEffect(() => {
    if (!startAgain) return
    if (isOfLink) return refuse.current(stored)
    organizationStore.clear()
    location.reload()
  }, [startAgain, isOfLink, stored])

  return (
    <CurrentContext value={currentOf(id, data, startAgain ? null : error, () => void refetch())}>
      <SupportContext value={allowed?.changes_until ?? null}>
        <ForeignLinkContext value={link.isForeign}>{children}</ForeignLinkContext>
      </SupportContext>
    </CurrentContext>
  )
}

function currentOf(
  id: number | null,
  organization: Organization | undefined,
  error: Error | null,
  retry: () => void,
): Current {
  if (id === null) return { state: 'none' }
  if (organization) return { state: 'ready', id, organization }
  return error ? { state: 'failed', id, error, retry } : { state: 'loading', id }
}

export const useCurrentOrganization = (): Current => useContext(CurrentContext)

/** The same, `ready` once there is time for its screen, which is then drawn in slices: a slow phone answers its person meanwhile. */
export function useCalmOrganization(): Current {
  const current = useCurrentOrganization()
  const ready = current.state === 'ready' ? current.id : null
  const drawn = useDeferredValue(ready)
  return ready === null || ready === drawn ? current : { state: 'loading', id: ready }
}

/** The organization in hand. Only on screens that the router puts below `NeedsOrganization`. */
export function useOrganization(): Organization {
  const current = useCurrentOrganization()
  if (current.state !== 'ready') throw new Error('useOrganization is used on a screen that does not need one')
  return current.organization
}

/** What to call an organization of the family where several stand beside each other: chapters of one name are told apart. */
export function useFamilyName(): FamilyName {
  return familyNameIn(useOrganization())
}

export type FamilyName = (of: { readonly id: number; readonly name: string }) => string

export const familyNameIn =
  ({ children }: Organization): FamilyName =>
  ({ id, name }) =>
    children.find((one) => one.id === id)?.name ?? name

type Checked = Pick<Organization, 'complete' | 'parent_complete' | 'rule_deactivated' | 'cancelled_at'>

/** Why no gift of an organization comes to anything yet; null: nothing keeps them all. Here, where all screens have it already. */
export function whyUnchecked(organization: Checked): string | null {
  if (organizations.isClosed(organization)) return 'Gifts aren’t checked for matches while this organization is closed.'
  return organization.complete || organization.parent_complete
    ? null
    : 'Gifts are checked for matches once the setup of their organization is finished.'
}

export const useSupportUntil = (): string | null => useContext(SupportContext)

type May = {
  readonly write: boolean
  readonly admin: boolean
  readonly isAdmin: boolean
  readonly isClosed: boolean
  /** Why nobody of this level may change anything at the moment; null: it is a matter of the level. */
  readonly whyNot: string | null
}

/**
 * What the person may do here; hide what they may not. The server refuses it in any case. Nobody changes a closed organization,
 * and our support only looks until it allows itself changes: `isAdmin` is for what admins see.
 */
export function useMay(): May {
  const current = useCurrentOrganization()
  const organization = current.state === 'ready' ? current.organization : null
  const level = organization?.level ?? 'read'
  const until = useSupportUntil()
  const onlyLooks = level === 'super' && until === null
  const isClosed = organization !== null && organizations.isClosed(organization)
  const isOpen = organization !== null && !isClosed && !onlyLooks
  const whyClosed = isClosed ? organizations.closedMessage : null
  const isAdmin = level === 'admin' || level === 'super'
  return {
    write: isOpen && level !== 'read',
    admin: isOpen && isAdmin,
    isAdmin,
    isClosed,
    whyNot: onlyLooks ? support.supportMessages.onlyLooking : whyClosed,
  }
}

/** Works in another organization from now on, once unsaved words were asked about: nothing of the former one stays in memory. */
export function chooseOrganization(id: number): void {
  leaving(() => {
    organizationStore.choose(id)
    queryClient.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] !== 'common' && queryKey[0] !== 'getOrganization',
    })
  })
}

/** `title` is the spec's sentence for the screen. */
export function NoOrganization({ title }: { title: string }) {
  return (
    <Suspense fallback={<Loading />}>
      <WithoutOrganization title={title} onChoose={chooseOrganization} />
    </Suspense>
  )
}

/** Around a screen to which links about an organization lead: nothing of another one stands where the person cannot open it. */
export function UnlessForeign({ children }: { children: ReactNode }) {
  if (!useIsForeignLink()) return children
  return (
    <Suspense fallback={<Loading />}>
      <ForeignLink />
    </Suspense>
  )
}

/**
 * A layout of screens that work in one organization: waits for it, and says so when none is chosen. A change of the
 * organization mounts the screen anew, so that nothing typed for one is ever saved to another.
 */
export function NeedsOrganization({
  title,
  missing = 'You must select an organization to use this section.',
}: {
  title: string
  /** The spec's sentence for this screen when no organization is selected. */
  missing?: string
}) {
  const current = useCalmOrganization()
  return (
    <UnlessForeign>
      {current.state === 'ready' ? (
        <Outlet key={current.id} />
      ) : (
        <>
          <PageHeading title={title} />
          {current.state === 'loading' && <Loading />}
          {current.state === 'failed' && (
            <ErrorState error={current.error} title="The organization could not be loaded" onRetry={current.retry} />
          )}
          {current.state === 'none' && <NoOrganization title={missing} />}
        </>
      )}
    </UnlessForeign>
  )
}
