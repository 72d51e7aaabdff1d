import { Menu as MenuIcon } from 'lucide-react'
import { useRef, useState } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { safeStorage } from '../api/storage.ts'
import {
  ClosedBanner,
  OrganizationSwitcher,
  PrintHeader,
  SuperUserBanner,
} from '../features/accounts/organizations/index.ts'
import { OutgoingNotes } from '../features/core/outgoing/index.ts'
import { FileNotices } from '../features/donations/report-files/routes.ts'
import { ChapterRequestNote } from '../features/lifecycle/chapters/index.ts'
import { useCurrentOrganization, useIsInaccessibleLink } from '../shared/current-organization.tsx'
import { SetUpNotice } from '../shared/set-up-notice.tsx'
import { Sheet } from '../ui/dialog.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { Logo } from '../ui/logo.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { OfflineBanner } from '../ui/states.tsx'
import { AccountMenu } from './account-menu.tsx'
import { CommandButton } from './command/command-button.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { NavList, Sidebar } from './sidebar.tsx'
import { screenHeading, useFocusOnNavigation } from './use-focus-on-navigation.ts'

const sidebarKey = 'twofold.sidebar'
const storage = safeStorage('localStorage')

export function Shell() {
  const [narrow, setNarrow] = useState(() => storage.getItem(sidebarKey) === 'narrow')
  const isForeign = useIsInaccessibleLink()
  useFocusOnNavigation()
  return (
    <div className="flex min-h-dvh">
      <SkipLink />
      <Sidebar
        narrow={narrow}
        onNarrow={(next) => {
          setNarrow(next)
          storage.setItem(sidebarKey, next ? 'narrow' : 'wide')
        }}
      />
      <div className="flex min-w-0 flex-1 flex-col">
        <OfflineBanner />
        <ClosedBanner />
        <PrintHeader />
        <TopBar />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-7xl flex-1 px-4 pt-6 pb-8 outline-none sm:px-8 sm:pt-8 print:pb-0"
        >
          <SetUpNotice />
          <OutgoingNotes />
          {!isForeign && <ChapterRequestNote />}
          <Outlet />
        </main>
      </div>
      <FileNotices />
      <ScrollRestoration />
    </div>
  )
}

function TopBar() {
  const moving = useNavigation().state !== 'idle'
  const current = useCurrentOrganization()
  return (
    <header className="sticky top-0 z-20 border-b border-hairline bg-paper print:hidden">
      <SuperUserBanner />
      <div data-top-bar="" className="flex h-16 items-center gap-2 px-2 sm:px-6 lg:px-8">
        <Drawer />
        <div className="flex min-w-0 flex-1 items-center">
          <OrganizationSwitcher />
        </div>
        <CommandButton />
        {current.state === 'ready' ? <NotificationBell key={current.id} /> : <div className="size-11 shrink-0" />}
        <AccountMenu />
      </div>
      {moving && (
        <div className="absolute inset-x-0 -bottom-0.5 h-0.5 overflow-hidden" aria-hidden="true">
          <div className="h-full w-1/3 animate-slide bg-brand" />
        </div>
      )}
    </header>
  )
}

function Drawer() {
  const [openAt, setOpenAt] = useState<string | null>(null)
  const { pathname } = useLocation()
  const open = openAt === pathname
  const arrived = useRef(false)
  arrived.current = openAt !== null && !open
  return (
    <div className="lg:hidden">
      <IconButton icon={MenuIcon} label="Menu" side="bottom" aria-expanded={open} onClick={() => setOpenAt(pathname)} />
      <Sheet
        side="left"
        open={open}
        onClose={() => setOpenAt(null)}
        // The drawer traps focus until it closes, so the new screen receives focus only now.
        returnFocus={() => (arrived.current ? screenHeading() : null)}
        title={<Logo />}
      >
        <div className="-mx-2 flex min-h-full flex-col">
          <NavList />
        </div>
      </Sheet>
    </div>
  )
}
