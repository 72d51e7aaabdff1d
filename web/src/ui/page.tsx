import { type ReactNode, useEffect } from 'react'

/** The browser's title: `Donations · Twofold`. An error summary puts "Error:" in front of it. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    const before = document.title.startsWith('Error: ') ? 'Error: ' : ''
    document.title = `${before}${title} · Twofold`
  }, [title])
}

/** The one heading of a screen, with a sentence under it and its main actions at the end of the line. */
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
    // biome-ignore lint/a11y/useSemanticElements: a fieldset lays its children out by rules of its own
    <div role="group" aria-label={label} className="mb-4 flex flex-wrap items-end gap-3">
      {children}
    </div>
  )
}
