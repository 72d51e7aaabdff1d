import { screens } from '@twofold/contract'
import { LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useCurrentOrganization } from '../shared/current-organization.tsx'
import { logOut, useMe } from '../shared/me.tsx'
import { cx } from '../ui/class-names.ts'
import { EmptyFallback, lazyComponent } from '../ui/lazy.tsx'
import { Logo, LogoMark } from '../ui/logo.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { directoryItem, helpItem, type NavItem, navItems, reviewQueueItem } from './nav-items.ts'
import { routes } from './routes.ts'

type PlaceWithCount = NavItem & { count?: ReactNode }

const ReviewCount = lazyComponent(() => import('./review-count.tsx'), EmptyFallback)

const ofSupport: readonly PlaceWithCount[] = [
  {
    ...reviewQueueItem,
    count: (
      <Suspense>
        <ReviewCount />
      </Suspense>
    ),
  },
  directoryItem,
]

/** `/portal` and `/portal/` are the same place. A nested screen (donations/uploads) highlights its parent. */
function isCurrent({ to, also }: NavItem, pathname: string): boolean {
  const currentPath = `${pathname.replace(/\/$/, '')}/`
  if (to === screens.dashboard) return currentPath === screens.dashboard
  return [to, ...(also ?? [])].some((itemPath) => currentPath.startsWith(`${itemPath}/`))
}

/** Falls back to the product logo if the organization's is missing or fails to load. */
function Brand({ narrow }: { narrow: boolean }) {
  const current = useCurrentOrganization()
  const file = current.state === 'ready' ? current.organization.file_logo : null
  const [broken, setBroken] = useState<string | null>(null)
  const own = file && file !== broken ? file : null
  return (
    <Link to={screens.dashboard} className="flex min-h-11 min-w-0 items-center rounded-control px-1.5">
      {own ? (
        <img
          src={own}
          alt=""
          onError={() => setBroken(own)}
          className={cx('max-h-10 rounded-sm object-contain', narrow ? 'max-w-11' : 'max-w-44')}
        />
      ) : narrow ? (
        <LogoMark className="size-8" />
      ) : (
        <Logo />
      )}
      <span className="sr-only">{own || narrow ? 'Go to the dashboard' : ', to the dashboard'}</span>
    </Link>
  )
}

const line =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 font-semibold transition-colors duration-100 focus-visible:-outline-offset-2'

function Line({
  narrow,
  label,
  children,
}: {
  narrow: boolean
  label: string
  children: React.ReactElement
}): ReactNode {
  return narrow ? (
    <Tooltip text={label} side="right">
      {children}
    </Tooltip>
  ) : (
    children
  )
}

function fetchScreen(to: string): void {
  // The screen reports its own error when it opens.
  for (const { path, frame, load } of routes) if (path === to && frame !== 'public') load().catch(() => undefined)
}

function PlaceLine({ item, narrow, isActive }: { item: PlaceWithCount; narrow: boolean; isActive: boolean }) {
  const { to, label, icon: Icon, count } = item
  return (
    <Line narrow={narrow} label={label}>
      <Link
        to={to}
        aria-current={isActive ? 'page' : undefined}
        onPointerEnter={() => fetchScreen(to)}
        onFocus={() => fetchScreen(to)}
        className={cx(
          line,
          narrow && 'justify-center px-0',
          isActive ? 'bg-brand-soft text-brand-text' : 'text-muted hover:bg-ink/6 hover:text-ink',
        )}
      >
        <Icon className="size-5 shrink-0" strokeWidth={isActive ? 2.25 : 2} aria-hidden="true" />
        <span className={narrow ? 'sr-only' : 'min-w-0 flex-1'}>{label}</span>
        {count && <span className={narrow ? 'sr-only' : 'text-sm tabular-nums'}>{count}</span>}
      </Link>
    </Line>
  )
}

export function NavList({ narrow = false }: { narrow?: boolean }) {
  const { pathname } = useLocation()
  const isSuper = useMe().globalPermission === 'super'
  return (
    <nav aria-label="Portal" className="flex min-h-0 flex-1 flex-col">
      <ul className="flex flex-1 flex-col gap-0.5">
        {[...(isSuper ? ofSupport : []), ...navItems].map((item) => (
          <li key={item.to}>
            <PlaceLine item={item} narrow={narrow} isActive={isCurrent(item, pathname)} />
          </li>
        ))}
        <li className="mt-auto pt-4">
          <PlaceLine item={helpItem} narrow={narrow} isActive={isCurrent(helpItem, pathname)} />
        </li>
        <li>
          <Line narrow={narrow} label="Logout">
            <button
              type="button"
              onClick={logOut}
              className={cx(line, narrow && 'justify-center px-0', 'text-muted hover:bg-ink/6 hover:text-ink')}
            >
              <LogOut className="size-5 shrink-0" aria-hidden="true" />
              <span className={narrow ? 'sr-only' : ''}>Logout</span>
            </button>
          </Line>
        </li>
      </ul>
    </nav>
  )
}

export function Sidebar({ narrow, onNarrow }: { narrow: boolean; onNarrow: (narrow: boolean) => void }) {
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose
  const text = narrow ? 'Expand the sidebar' : 'Collapse the sidebar'
  return (
    <aside
      aria-label="Sidebar"
      className={cx(
        'sticky top-0 hidden h-dvh shrink-0 flex-col overflow-y-auto border-r border-hairline bg-surface transition-[width] duration-200 ease-calm lg:flex print:hidden',
        narrow ? 'w-20 px-4' : 'w-64 px-3.5',
      )}
    >
      <div className={cx('flex h-16 shrink-0 items-center', narrow && 'justify-center')}>
        <Brand narrow={narrow} />
      </div>
      <div className="flex min-h-0 flex-1 flex-col py-3">
        <NavList narrow={narrow} />
        <Line narrow={narrow} label={text}>
          <button
            type="button"
            aria-expanded={!narrow}
            onClick={() => onNarrow(!narrow)}
            className={cx(line, narrow && 'justify-center px-0', 'mt-0.5 text-muted hover:bg-ink/6 hover:text-ink')}
          >
            <Icon className="size-5 shrink-0" aria-hidden="true" />
            <span className={narrow ? 'sr-only' : ''}>{narrow ? text : 'Collapse'}</span>
          </button>
        </Line>
      </div>
    </aside>
  )
}
