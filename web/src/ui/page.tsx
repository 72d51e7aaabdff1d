import { type ReactNode, useEffect } from 'react'

/** Sets the browser title: `Donations · Twofold`. An error summary prefixes it with "Error:". */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    const before = document.title.startsWith('Error: ') ? 'Error: ' : ''
    document.title = `${before}${title} · Twofold`
  }, [title])
}

/** The heading of a screen, with a sentence under it and the main actions at the end of the line. */
export function PageHeading({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions?: ReactNode
}) {
  useDocumentTitle(title)
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        <h1 tabIndex={-1} className="text-[1.75rem] leading-9 font-semibold tracking-[-0.015em] outline-none">
          {title}
        </h1>
        {children && <div className="mt-1 max-w-[65ch] text-muted">{children}</div>}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2.5">{actions}</div>}
    </div>
  )
}

/** Filters and counts above a table; wraps on small screens. */
export function Toolbar({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has special layout rules
    <div role="group" aria-label={label} className="mb-4 flex flex-wrap items-end gap-3">
      {children}
    </div>
  )
}
