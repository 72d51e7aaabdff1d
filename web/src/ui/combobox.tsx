import { Search } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { cx } from './class-names.ts'
import { controlClasses, useFieldProps } from './field.tsx'
import { Spinner } from './spinner.tsx'

export type Option<T> = { readonly key: string; readonly label: string; readonly hint?: ReactNode; readonly value: T }

/** Follows the ARIA combobox pattern. Needs a surrounding `Field` or an `aria-label`. */
export function Combobox<T>({
  text,
  onText,
  options,
  onChoose,
  busy = false,
  message,
  listLabel = 'Suggestions',
  found = (count) => `${count} found`,
  placeholder,
  small = false,
  selectOnFocus = false,
  onLeave,
  'aria-label': ariaLabel,
}: {
  text: string
  onText: (text: string) => void
  options: readonly Option<T>[]
  onChoose: (value: T) => void
  busy?: boolean
  message?: string | undefined
  listLabel?: string
  found?: (count: number) => string
  placeholder?: string
  small?: boolean
  /** The first keystroke replaces the text, as in an address bar. */
  selectOnFocus?: boolean
  onLeave?: () => void
  'aria-label'?: string
}) {
  const listId = useId()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const list = useRef<HTMLDivElement>(null)
  const activeIndex = Math.min(active, options.length - 1)
  const isListShown = open && (options.length > 0 || Boolean(message))
  const optionId = (index: number) => `${listId}-${index}`

  useEffect(() => {
    if (open) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  })

  const choose = (option: Option<T> | undefined) => {
    if (!option) return
    setOpen(false)
    onChoose(option.value)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (open) setActive(Math.max(0, Math.min(options.length - 1, activeIndex + step)))
      setOpen(true)
    } else if (event.key === 'Enter' && isListShown && options.length > 0) {
      event.preventDefault()
      // While the next list loads, the visible one belongs to an older query.
      if (!busy) choose(options[activeIndex])
    } else if (event.key === 'Escape' && isListShown) {
      event.stopPropagation()
      setOpen(false)
    }
  }

  return (
    <div className="relative">
      <Search
        className="pointer-events-none absolute top-1/2 left-3 size-4.5 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <input
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        {...useFieldProps({})}
        aria-label={ariaLabel}
        aria-autocomplete="list"
        aria-expanded={isListShown}
        aria-controls={listId}
        aria-activedescendant={isListShown && options.length > 0 ? optionId(activeIndex) : undefined}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setActive(0)
          setOpen(true)
          onText(event.target.value)
        }}
        onClick={() => setOpen(true)}
        onFocus={(event) => selectOnFocus && event.target.select()}
        onBlur={() => {
          setOpen(false)
          onLeave?.()
        }}
        onKeyDown={onKeyDown}
        className={cx(controlClasses, 'pr-9 pl-9.5', small ? 'h-10 pointer-coarse:h-11' : 'h-11')}
      />
      {busy && (
        <Spinner className="pointer-events-none absolute top-1/2 right-3 size-4.5 -translate-y-1/2 text-muted" />
      )}
      <div
        className={cx(
          'absolute inset-x-0 top-full z-50 mt-1.5 max-h-80 animate-pop-in overflow-y-auto overscroll-contain rounded-card border border-hairline bg-surface p-1.5 shadow-float dark:bg-raised',
          !isListShown && 'hidden',
        )}
      >
        <div id={listId} ref={list} role="listbox" aria-label={ariaLabel ?? listLabel}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: focus stays in the text box, which handles the keys
            <div
              key={option.key}
              id={optionId(index)}
              role="option"
              tabIndex={-1}
              aria-selected={index === activeIndex}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(index)}
              onClick={() => choose(option)}
              className={cx(
                'flex min-h-10 cursor-pointer flex-wrap items-center justify-between gap-x-3 rounded-md px-2.5 py-1.5 pointer-coarse:min-h-11',
                index === activeIndex && 'bg-sunken dark:bg-ink/10',
              )}
            >
              <span className="min-w-0 break-words">{option.label}</span>
              {option.hint && <span className="text-sm text-muted">{option.hint}</span>}
            </div>
          ))}
        </div>
        {options.length === 0 && message && <p className="px-2.5 py-2 text-muted">{message}</p>}
      </div>
      <span role="status" className="sr-only">
        {isListShown && !busy && (options.length > 0 ? found(options.length) : message)}
      </span>
    </div>
  )
}
