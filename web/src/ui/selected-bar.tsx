import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button } from './button.tsx'
import { useKeys } from './use-keys.ts'
import { isBehindDialog, rowOf } from './walk-rows.ts'

const kbd = 'rounded-md border border-edge bg-sunken px-1.5 font-semibold'

/**
 * Over the end of a list while rows of it are ticked: how many, and what to do with them. It comes after all rows, so `A`
 * leads into it from any of them and Esc back to where that was.
 */
export function SelectedBar(props: {
  label: string
  /** How many are ticked. */
  said: string
  ids: readonly number[]
  onClear: () => void
  /** Beside how many they are. */
  more?: ReactNode
  /** Buttons, the first of which `A` leads to. */
  children: ReactNode
}) {
  const { label, said, ids, onClear, more, children } = props
  const actions = useRef<HTMLSpanElement>(null)
  const from = useRef<Element | null>(null)
  useKeys(
    {
      a: () => {
        from.current = document.activeElement
        actions.current?.querySelector<HTMLElement>('button:not(:disabled)')?.focus()
      },
    },
    isBehindDialog,
  )
  const goBack = (how?: FocusOptions) => {
    const row = from.current?.matches('[data-row-link]') && from.current.isConnected ? from.current : rowOf(ids)
    if (row instanceof HTMLElement) row.focus(how)
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
        {said}
      </p>
      {more}
      <span ref={actions} className="ml-auto flex flex-wrap items-center gap-x-2 gap-y-2">
        {/* on a phone nobody has these keys */}
        <span className="mr-2 text-sm text-muted max-sm:hidden pointer-coarse:hidden">
          <kbd className={kbd}>A</kbd> to act, <kbd className={kbd}>Esc</kbd> to clear
        </span>
        {children}
        <Button
          look="quiet"
          size="small"
          icon={X}
          onClick={({ detail }) => {
            // A mouse or finger knows where it is; whoever presses keys must see the row.
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
