import { operatorPages, screens } from '@twofold/contract'
import { useEffect } from 'react'
import { Link, Outlet, useLocation, useNavigationType } from 'react-router'
import { Logo } from '../ui/logo.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { ThemeSwitch } from './theme-switch.tsx'
import { useFocusOnArrival } from './use-focus-on-arrival.ts'

/** The frame of pages that anybody may open: the product's name, the page, and where help is, always at the same place. */
export function PublicPage() {
  useFocusOnArrival()
  useTopOnArrival()
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-hairline bg-surface">
        <div className="mx-auto flex h-16 max-w-6xl items-center justify-between px-4 sm:px-6">
          <Link to={screens.dashboard} reloadDocument className="rounded-control py-2">
            <Logo />
            <span className="sr-only">, to the portal</span>
          </Link>
          <ThemeSwitch />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl flex-1 px-4 py-8 outline-none sm:px-6 sm:py-10">
        <Outlet />
      </main>
      <footer className="border-t border-hairline print:hidden">
        <nav aria-label="Help" className="mx-auto max-w-6xl px-4 py-3 sm:px-6">
          <ul className="flex flex-wrap gap-x-6 text-[0.9375rem] text-muted">
            {help.map(({ to, words }) => (
              <li key={to}>
                <Link to={to} className={footLink}>
                  {words}
                </Link>
              </li>
            ))}
            {operatorLinks.map(({ href, words }) => (
              <li key={href}>
                <a href={href} className={footLink}>
                  {words}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </footer>
    </div>
  )
}

/** A page that a link led to begins at its top; one that the back button brings stands where it was. */
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
  { to: screens.faq, words: 'Questions and answers' },
  { to: screens.contact, words: 'Contact' },
  { to: screens.publicCompanies, words: 'Which companies match' },
] as const

/** Served whole, from what the operator of this portal wrote. */
const operatorLinks = [
  { href: operatorPages.privacy, words: 'Privacy' },
  { href: operatorPages.terms, words: 'Terms of use' },
] as const
