import { operatorPages, screens } from '@twofold/contract'
import { useEffect } from 'react'
import { Link, Outlet, useLocation, useNavigationType } from 'react-router'
import { useLayoutTexts } from '../shared/layout-texts.ts'
import { Logo } from '../ui/logo.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'

export function PublicPage() {
  useFocusOnNavigation()
  useTopOnArrival()
  const texts = useLayoutTexts()
  return (
    <div className="flex min-h-dvh flex-col max-lg:[body:has([data-toast-viewport]>li)_&]:mb-24 print:mb-0">
      <SkipLink label={texts.skip} />
      <header className="border-b border-hairline bg-surface">
        <div className="mx-auto flex h-16 max-w-6xl items-center justify-between px-4 sm:px-6">
          <Link to={screens.dashboard} reloadDocument className="rounded-control py-2">
            <Logo />
            <span className="sr-only">{texts.toPortal}</span>
          </Link>
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 py-8 outline-none sm:px-6 sm:py-10">
        <Outlet />
      </main>
      <footer className="border-t border-hairline print:hidden">
        <nav aria-label={texts.help} className="mx-auto max-w-6xl px-4 py-3 sm:px-6">
          <ul className="flex flex-wrap gap-x-6 text-[0.9375rem] text-muted">
            {help.map(({ to, name }) => (
              <li key={to}>
                <Link to={to} className={footLink}>
                  {texts[name]}
                </Link>
              </li>
            ))}
            {operatorLinks.map(({ href, name }) => (
              <li key={href}>
                <a href={href} className={footLink}>
                  {texts[name]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </footer>
    </div>
  )
}

/** Only after following a link: the back button restores the previous scroll position. */
function useTopOnArrival(): void {
  const { pathname, hash } = useLocation()
  const isNew = useNavigationType() === 'PUSH'
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every change of the page
  useEffect(() => {
    if (isNew && !hash) window.scrollTo(0, 0)
  }, [pathname])
}

const footLink = 'inline-flex min-h-11 items-center underline-offset-3 hover:underline'

const help = [
  { to: screens.faq, name: 'questions' },
  { to: screens.contact, name: 'contact' },
  { to: screens.publicCompanies, name: 'companies' },
] as const

/** Served as complete pages, with text from the portal's operator. */
const operatorLinks = [
  { href: operatorPages.privacy, name: 'privacy' },
  { href: operatorPages.terms, name: 'terms' },
] as const
