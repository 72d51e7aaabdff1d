import { operatorPages } from '@twofold/contract'
import { type ReactNode, useEffect, useRef } from 'react'
import { SetUpNotice } from '../../../shared/set-up-notice.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { SkipLink } from '../../../ui/skip-link.tsx'

export function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(24rem,5fr)_7fr]">
      <SkipLink />
      <Poster />
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-col items-center px-4 pt-8 pb-28 outline-none sm:px-8 sm:pt-12 lg:justify-center lg:pb-12"
      >
        <div className="w-full max-w-110">
          <Logo className="mb-10 lg:hidden" />
          <SetUpNotice />
          {children}
          <p className="mt-10 flex gap-6 text-[0.9375rem] text-muted">
            <a
              href={operatorPages.privacy}
              className="inline-flex min-h-11 items-center underline-offset-3 hover:underline"
            >
              Privacy
            </a>
            <a
              href={operatorPages.terms}
              className="inline-flex min-h-11 items-center underline-offset-3 hover:underline"
            >
              Terms of use
            </a>
          </p>
        </div>
      </main>
    </div>
  )
}

/** Takes focus, so that screen readers announce the change. */
export function AuthHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className="text-[2rem] leading-10 font-semibold tracking-[-0.02em] outline-none">
      {children}
    </h1>
  )
}

function Poster() {
  return (
    <aside className="relative hidden overflow-hidden bg-poster text-on-poster lg:block" aria-label="About Twofold">
      <svg
        viewBox="0 0 480 800"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-0 size-full"
        aria-hidden="true"
        focusable="false"
      >
        <path className="fill-poster-fold" d="M-20 560 250 470V820H-20z" />
        <path className="fill-poster-gold" d="M250 470 430 560V820H250z" />
        <path className="fill-poster-fold opacity-45" d="M430 560 560 516V820H430z" />
      </svg>
      <div className="relative p-12 xl:p-16">
        <p className="flex items-center gap-2.5 text-[1.375rem] leading-none font-semibold tracking-[-0.02em]">
          <svg viewBox="0 0 32 32" className="size-8" aria-hidden="true" focusable="false">
            <path className="fill-on-poster" d="M4 7.2 17 3v21.8L4 29z" />
            <path className="fill-marigold" d="M17 3l11 6.4v21.2L17 24.8z" />
          </svg>
          Twofold
        </p>
        <p className="mt-16 max-w-[14ch] text-[2.75rem] leading-[1.12] font-semibold tracking-[-0.025em] text-balance">
          Get every gift matched.
        </p>
        <p className="mt-5 max-w-[34ch] text-lg leading-7 text-on-poster/85">
          Many employers match their employees’ donations. Twofold finds the match and guides you through it.
        </p>
      </div>
    </aside>
  )
}
