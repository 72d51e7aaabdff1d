import { organizations, support } from '@twofold/contract'
import {
  createContext,
  Fragment,
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
import { queryClient, useApiQuery } from '../api/use-api.ts'
import { lazyComponent } from '../ui/lazy.tsx'
import { PageHeading } from '../ui/page.tsx'
import { Loading } from '../ui/spinner.tsx'
import { ErrorState } from '../ui/states.tsx'
import { confirmLeave } from './confirm-leave.ts'
import { useMe } from './me.tsx'
import {
  linkStatus,
  organizationInLink,
  withOrganizationParam,
  withoutOrganizationParam,
} from './organization-in-link.ts'
import { organizationStore } from './organization-store.ts'

type Organization = organizations.Organization

type Current =
  | { readonly state: 'none' }
  | { readonly state: 'loading'; readonly id: number }
  | { readonly state: 'failed'; readonly id: number; readonly error: Error; readonly retry: () => void }
  | { readonly state: 'ready'; readonly id: number; readonly organization: Organization }

// Most people have an organization.
const WithoutOrganization = /* @__PURE__ */ lazyComponent(() => import('./no-organization-state.tsx'))

const CurrentContext = createContext<Current>({ state: 'none' })

/** End of a support user's permission to change the organization; null means read-only. */
const SupportContext = createContext<string | null>(null)

const supportPollMs = 30_000

// Such links are rare.
const ForeignLink = /* @__PURE__ */ lazyComponent(() => import('./inaccessible-link.tsx'))

/** True if the person cannot open the organization of the link. */
const ForeignLinkContext = createContext(false)

export const useIsInaccessibleLink = (): boolean => useContext(ForeignLinkContext)

/**
 * The link's organization (`?in=12`) becomes current at once, so that no other one's data is requested. If the person
 * cannot open it, the parameter stays. `refuse` marks one erased in the meantime, which only the server knows.
 */
function useOrganizationOfLink(canOpen: (id: number) => boolean) {
  const [search, setSearch] = useSearchParams()
  const [opened, setOpened] = useState<number | null>(null)
  const [refused, setRefused] = useState<number | null>(null)
  const linkedId = organizationInLink(search)
  const status = linkStatus(linkedId, canOpen, refused)
  const requestedId = status === 'open' && typeof linkedId === 'number' ? linkedId : null
  useEffect(() => {
    if (requestedId === null) return
    organizationStore.choose(requestedId)
    setOpened(requestedId)
    setSearch(withoutOrganizationParam, { replace: true })
  }, [requestedId, setSearch])
  const refuse = (id: number) => {
    setOpened(null)
    setRefused(id)
    organizationStore.clear()
    setSearch((current) => withOrganizationParam(current, id), { replace: true })
  }
  return { requestedId, opened, isForeign: status === 'foreign', refuse }
}

/** The organization in a link, else the stored one, else the person's first. */
export function CurrentOrganizationProvider({ children }: { children: ReactNode }) {
  const me = useMe()
  const isSuper = me.globalPermission === 'super'
  const stored = useSyncExternalStore(organizationStore.subscribe, organizationStore.chosen)
  const canOpen = (organizationId: number) => isSuper || me.orgs.some(({ id }) => id === organizationId)
  const link = useOrganizationOfLink(canOpen)
  const id =
    link.requestedId ??
    (stored !== null && canOpen(stored) ? stored : null) ??
    (isSuper ? null : (me.orgs[0]?.id ?? null))
  const { data, error, refetch } = useApiQuery(
    organizations.getOrganization,
    { params: { id: id ?? 0 } },
    { enabled: id !== null },
  )

  const { data: supportAccess } = useApiQuery(
    support.getSupport,
    { params: { id: id ?? 0 } },
    { enabled: isSuper && id !== null, everyMs: (answer) => (answer?.changes_until ? supportPollMs : false) },
  )

  useEffect(() => {
    if (isSuper && data) organizationStore.remember(data)
  }, [isSuper, data])
  // The tab keeps its organization: a person's first one changes when they join or leave another.
  const loadedId = data?.id
  useEffect(() => {
    if (loadedId !== undefined && loadedId !== stored) organizationStore.choose(loadedId)
  }, [loadedId, stored])
  const refuse = useRef(link.refuse)
  refuse.current = link.refuse
  const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404)
  const mustRestart = isGone && stored !== null
  const isOfLink = mustRestart && link.opened === id
  useEffect(() => {
    if (!mustRestart) return
    if (isOfLink) return refuse.current(stored)
    organizationStore.clear()
    location.reload()
  }, [mustRestart, isOfLink, stored])

  return (
    <CurrentContext value={currentOf(id, data, mustRestart ? null : error, () => void refetch())}>
      <SupportContext value={supportAccess?.changes_until ?? null}>
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

/** Deferred, so that React renders the screen in slices and slow phones stay responsive. */
export function useDeferredOrganization(): Current {
  const current = useCurrentOrganization()
  const readyId = current.state === 'ready' ? current.id : null
  const renderedId = useDeferredValue(readyId)
  return readyId === null || readyId === renderedId ? current : { state: 'loading', id: readyId }
}

/** Only for screens below `RequireOrganization`. */
export function useOrganization(): Organization {
  const current = useCurrentOrganization()
  if (current.state !== 'ready') throw new Error('useOrganization is used on a screen that does not need one')
  return current.organization
}

export function useOrganizationLabel(): OrganizationLabel {
  return organizationLabelIn(useOrganization())
}

export type OrganizationLabel = (of: { readonly id: number; readonly name: string }) => string

export const organizationLabelIn =
  ({ children }: Organization): OrganizationLabel =>
  ({ id, name }) =>
    children.find((child) => child.id === id)?.name ?? name

type Checked = Pick<Organization, 'complete' | 'parent_complete' | 'rule_deactivated' | 'cancelled_at'>

/** Null if gifts are evaluated. Defined here because every screen already loads this file. */
export function uncheckedReason(organization: Checked): string | null {
  if (organizations.isClosed(organization)) return 'We don’t check gifts for matches while this organization is closed.'
  return organization.complete || organization.parent_complete
    ? null
    : 'We’ll check gifts for matches once setup is complete.'
}

export const useSupportChangesUntil = (): string | null => useContext(SupportContext)

type Permissions = {
  readonly write: boolean
  readonly admin: boolean
  readonly isAdmin: boolean
  readonly isClosed: boolean
  /** Null if only the level matters. */
  readonly deniedReason: string | null
}

/**
 * Hide everything else; the server enforces it in any case. Closed organizations are read-only, and support users until
 * they allow changes.
 */
export function usePermissions(): Permissions {
  const current = useCurrentOrganization()
  const organization = current.state === 'ready' ? current.organization : null
  const level = organization?.level ?? 'read'
  const until = useSupportChangesUntil()
  const isReadOnlySupport = level === 'super' && until === null
  const isClosed = organization !== null && organizations.isClosed(organization)
  const isOpen = organization !== null && !isClosed && !isReadOnlySupport
  const closedReason = isClosed ? organizations.closedMessage : null
  const isAdmin = level === 'admin' || level === 'super'
  return {
    write: isOpen && level !== 'read',
    admin: isOpen && isAdmin,
    isAdmin,
    isClosed,
    deniedReason: isReadOnlySupport ? support.supportMessages.viewOnly : closedReason,
  }
}

/** Asks about unsaved text. Removes the previous organization's data from the cache. */
export function chooseOrganization(id: number): void {
  confirmLeave(() => {
    organizationStore.choose(id)
    queryClient.removeQueries({
      predicate: ({ queryKey }) => queryKey[0] !== 'common' && queryKey[0] !== 'getOrganization',
    })
  })
}

export function NoOrganization({ title }: { title: string }) {
  return (
    <Suspense fallback={<Loading />}>
      <WithoutOrganization title={title} onChoose={chooseOrganization} />
    </Suspense>
  )
}

export function UnlessInaccessible({ children }: { children: ReactNode }) {
  if (!useIsInaccessibleLink()) return children
  return (
    <Suspense fallback={<Loading />}>
      <ForeignLink />
    </Suspense>
  )
}

/** Changing the organization remounts the screen, so text typed for one is never saved to another. */
export function RequireOrganization({
  title,
  missing = 'You must select an organization to use this section.',
  children,
}: {
  title: string
  /** The spec's text without an organization. */
  missing?: string
  /** Missing: the screen of the route. */
  children?: ReactNode
}) {
  const current = useDeferredOrganization()
  return (
    <UnlessInaccessible>
      {current.state === 'ready' ? (
        <Fragment key={current.id}>{children ?? <Outlet />}</Fragment>
      ) : (
        <>
          <PageHeading title={title} />
          {current.state === 'loading' && <Loading />}
          {current.state === 'failed' && (
            <ErrorState error={current.error} title="Couldn’t load the organization" onRetry={current.retry} />
          )}
          {current.state === 'none' && <NoOrganization title={missing} />}
        </>
      )}
    </UnlessInaccessible>
  )
}
