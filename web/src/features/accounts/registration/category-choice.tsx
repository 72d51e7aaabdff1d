import { categories } from '@twofold/contract'
import { ChevronDown, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { Checkbox } from '../../../ui/choice.tsx'
import { cx } from '../../../ui/class-names.ts'
import { controlClasses, fieldId } from '../../../ui/field.tsx'

/** Employers support some categories and not others. The chosen ids are sent as `1,19`. */
export function CategoryChoice({
  chosen,
  onChange,
  error,
}: {
  chosen: string
  onChange: (chosen: string) => void
  error: string | undefined
}) {
  const ids = new Set(chosen.split(',').filter(Boolean).map(Number))
  const [isOpen, setOpen] = useState(false)
  const chosenNames = [...categories].filter(([id]) => ids.has(id)).map(([, name]) => name)
  const errorId = `${fieldId('categories')}-error`
  const toggle = (id: number, isSelected: boolean) => {
    const next = new Set(ids)
    if (isSelected) next.add(id)
    else next.delete(id)
    onChange([...next].sort((a, b) => a - b).join(','))
  }
  return (
    <fieldset
      id={fieldId('categories')}
      tabIndex={-1}
      className="min-w-0 outline-none"
      aria-invalid={Boolean(error) || undefined}
      aria-describedby={error ? errorId : undefined}
    >
      <legend className="mb-2 text-muted">Choose everything that describes your work. At least one is required.</legend>
      {error && (
        <p id={errorId} className="mb-2 flex items-start gap-1.5 text-[0.9375rem] text-danger-text">
          <CircleAlert className="mt-0.75 size-4 shrink-0" aria-hidden="true" />
          <span>
            <span className="sr-only">Error: </span>
            {error}
          </span>
        </p>
      )}
      {/* The list is longer than the rest of the form on a phone. */}
      <details
        open={isOpen || Boolean(error)}
        onToggle={(event) => setOpen(event.currentTarget.open)}
        className="group/fold"
      >
        <summary
          className={cx(
            controlClasses,
            'flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 px-3 py-2 [&::-webkit-details-marker]:hidden',
          )}
        >
          {chosenNames.length > 0 ? chosenNames.join(', ') : 'Choose categories'}
          <ChevronDown className="size-4.5 shrink-0 text-muted group-open/fold:rotate-180" aria-hidden="true" />
        </summary>
        <div className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-x-4 sm:grid-cols-2 sm:gap-x-6 md:grid-cols-3">
          {[...categories].map(([id, name]) => (
            <Checkbox
              key={id}
              label={name}
              checked={ids.has(id)}
              onChange={(event) => toggle(id, event.currentTarget.checked)}
            />
          ))}
        </div>
      </details>
    </fieldset>
  )
}
