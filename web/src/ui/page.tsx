import { Fragment, type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { cx } from './class-names.ts'

/** `Donations · Twofold`. An error summary prefixes it with "Error:". */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    const prefix = document.title.startsWith('Error: ') ? 'Error: ' : ''
    document.title = `${prefix}${title} · Twofold`
  }, [title])
}

type Tab = { readonly label: string; readonly to: string }

export function PageHeading({
  title,
  tabs,
  dense = false,
  children,
  actions,
}: {
  title: string
  /** Related screens in one line; the current one is the heading. */
  tabs?: readonly Tab[]
  dense?: boolean
  children?: ReactNode
  actions?: ReactNode
}) {
  useDocumentTitle(title)
  const heading = (
    <h1 tabIndex={-1} className="text-[1.75rem] leading-9 font-semibold tracking-[-0.015em] outline-none">
      {title}
    </h1>
  )
  return (
    <div
      className={cx(
        'flex flex-wrap items-start justify-between gap-x-6',
        dense ? 'mb-3 gap-y-3 sm:-mt-3' : 'mb-6 gap-y-4',
      )}
    >
      <div className="min-w-0">
        {tabs ? (
          <nav aria-label={tabs.map(({ label }) => label).join(', ')} className="flex flex-wrap items-baseline gap-x-5">
            {tabs.map(({ label, to }) =>
              label === title ? (
                <Fragment key={label}>{heading}</Fragment>
              ) : (
                <Link
                  key={label}
                  to={to}
                  className="inline-flex min-h-9 items-center rounded-sm text-lg font-semibold text-muted hover:text-ink hover:underline hover:decoration-1 hover:underline-offset-3 pointer-coarse:min-h-11"
                >
                  {label}
                </Link>
              ),
            )}
          </nav>
        ) : (
          heading
        )}
        {children && (
          <div className={cx('text-muted', dense ? 'max-w-[90ch] text-[0.9375rem] leading-5' : 'mt-1 max-w-[65ch]')}>
            {children}
          </div>
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2.5">{actions}</div>}
    </div>
  )
}

export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has special layout rules
    <div role="group" aria-label={label} className="mb-4 flex flex-wrap items-end gap-3">
      {children}
    </div>
  )
}
