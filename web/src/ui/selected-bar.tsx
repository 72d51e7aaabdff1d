import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { findRowLink, isDialogOpen } from './row-focus.ts'
import { useShortcuts } from './use-shortcuts.ts'

const kbd = 'rounded-md border border-edge bg-sunken px-1.5 font-semibold'

/** Follows all rows in the document, so that `A` moves from any row into it and Esc moves back. */
export function SelectedBar(props: {
  label: string
  summary: string
  ids: readonly number[]
  onClear: () => void
  more?: ReactNode
  children: ReactNode
}) {
  const { label, summary, ids, onClear, more, children } = props
  const actions = useRef<HTMLSpanElement>(null)
  const previousFocus = useRef<Element | null>(null)
  useShortcuts(
    {
      a: () => {
        previousFocus.current = document.activeElement
        actions.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
      },
    },
    isDialogOpen,
  )
  const goBack = (options?: FocusOptions) => {
    const row =
      previousFocus.current?.matches('[data-row-link]') && previousFocus.current.isConnected
        ? previousFocus.current
        : findRowLink(ids)
    if (row instanceof HTMLElement) row.focus(options)
  }
  return (
    <section
      data-bottom-bar=""
      aria-label={label}
      aria-keyshortcuts="A"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        goBack()
      }}
      className="sticky bottom-3 z-20 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-hairline bg-surface px-4 py-2.5 shadow-float dark:bg-raised"
    >
      <p role="status" className="font-semibold tabular-nums">
        {summary}
      </p>
      {more}
      <span ref={actions} className="ml-auto flex flex-wrap items-center gap-x-2 gap-y-2">
        {/* Phones have no such keys. */}
        <span className="mr-2 text-sm text-muted max-sm:hidden pointer-coarse:hidden">
          <kbd className={kbd}>A</kbd> to act, <kbd className={kbd}>Esc</kbd> to clear
        </span>
        {children}
        <Button
          variant="quiet"
          size="small"
          icon={X}
          onClick={({ detail }) => {
            // Keyboard users need the row scrolled into view.
            goBack({ preventScroll: detail > 0 })
            onClear()
          }}
        >
          Clear
        </Button>
      </span>
    </section>
  )
}
