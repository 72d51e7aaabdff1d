import { CircleAlert, TriangleAlert } from 'lucide-react'
import { type ComponentProps, createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { cx } from './class-names.ts'

type FieldState = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean }

const FieldContext = createContext<FieldState | null>(null)

export const fieldId = (name: string) => `field-${name.replaceAll('.', '-')}`

/** The control inside gets its id, description and invalid state from here. */
export function Field({
  name,
  label,
  hint,
  error,
  errorWord = 'Error: ',
  warning,
  required = false,
  optional = false,
  hideLabel = false,
  inRow = false,
  aside,
  className,
  children,
}: {
  name: string
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Precedes the message for screen readers, because they cannot convey its color. */
  errorWord?: string
  /** For a probable typo. Does not block the form; an error replaces it. */
  warning?: string | undefined
  required?: boolean
  /** Adds "(optional)". Mark the rarer kind on each form. */
  optional?: boolean
  hideLabel?: boolean
  /** The hint goes below the control, so that the controls of the row align. */
  inRow?: boolean
  /** At the end of the label's line, such as a Forgot password link. */
  aside?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = fieldId(name)
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const warningId = warning && !error ? `${id}-warning` : undefined
  const describedBy = [hintId, errorId, warningId].filter(Boolean).join(' ') || undefined
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={cx('flex min-w-0 flex-col gap-1.5', className)}>
        <div className={cx('flex items-baseline justify-between gap-4', hideLabel && 'sr-only')}>
          <label htmlFor={id} className="font-semibold">
            {label}
            {optional && <span className="font-normal text-muted"> (optional)</span>}
          </label>
          {aside}
        </div>
        {hint && (
          <p id={hintId} className={cx('-mt-1 text-[0.9375rem] text-muted', inRow && 'sm:order-1 sm:mt-0')}>
            {hint}
          </p>
        )}
        {children}
        {error && (
          <p id={errorId} className="flex items-start gap-1.5 text-[0.9375rem] text-danger-text">
            <CircleAlert className="mt-0.75 size-4 shrink-0" aria-hidden="true" />
            <span>
              <span className="sr-only">{errorWord}</span>
              {error}
            </span>
          </p>
        )}
        {warningId && (
          <p id={warningId} className="flex items-start gap-1.5 text-[0.9375rem] text-awaiting-text">
            <TriangleAlert className="mt-0.75 size-4 shrink-0" aria-hidden="true" />
            <span>{warning}</span>
          </p>
        )}
      </div>
    </FieldContext>
  )
}

/** Connects a control to its `Field`; explicit attributes win. */
export function useFieldProps(attributes: { id?: string | undefined; 'aria-describedby'?: string | undefined }) {
  const field = useContext(FieldContext)
  return {
    id: attributes.id ?? field?.id,
    'aria-describedby': attributes['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}

export const controlClasses =
  'w-full rounded-control border border-edge bg-surface text-ink transition-colors hover:border-ink/60 ' +
  'focus-visible:border-focus focus-visible:outline-offset-0 aria-invalid:border-danger aria-invalid:outline-danger ' +
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted disabled:hover:border-edge ' +
  '[&:is(input,textarea):read-only]:bg-sunken [&:is(input,textarea):read-only]:hover:border-edge'

export function Input({ className, ...input }: ComponentProps<'input'>) {
  return (
    <input type="text" {...input} {...useFieldProps(input)} className={cx(controlClasses, 'h-11 px-3', className)} />
  )
}

export function Textarea({ className, ...area }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={4}
      {...area}
      {...useFieldProps(area)}
      className={cx(controlClasses, 'min-h-24 px-3 py-2.5', className)}
    />
  )
}

/** Takes focus after a refused submit. Pass the form's `attempt`, so that each attempt takes focus again. */
export function ErrorSummary({
  errors,
  attempt,
  title = 'Please fix the following:',
}: {
  errors: readonly { name?: string; message: string }[]
  attempt: number
  title?: string
}) {
  const box = useRef<HTMLDivElement>(null)
  const hasErrors = errors.length > 0
  useEffect(() => {
    if (hasErrors && attempt > 0) box.current?.focus()
  }, [hasErrors, attempt])
  useEffect(() => {
    if (!hasErrors) return
    const title = document.title
    document.title = title.startsWith('Error: ') ? title : `Error: ${title}`
    return () => {
      document.title = document.title.replace(/^Error: /, '')
    }
  }, [hasErrors])
  if (!hasErrors) return null
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="alert"
      className="rounded-control border border-l-4 border-problem/50 border-l-problem bg-problem-soft px-4 py-3 text-problem-text"
    >
      <p className="font-semibold">{title}</p>
      <ul className="mt-1 space-y-0.5">
        {errors.map(({ name, message }) => (
          <li key={`${name} ${message}`}>
            {name ? (
              <a
                className="underline underline-offset-2"
                href={`#${fieldId(name)}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(fieldId(name))?.focus()
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
