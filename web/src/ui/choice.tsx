import { Check, ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'
import { controlClasses, useFieldProps } from './field.tsx'

/** Native, for its phone, keyboard and screen reader support. */
export function Select({
  className,
  children,
  small = false,
  ...select
}: ComponentProps<'select'> & { small?: boolean }) {
  return (
    <span className={cx('relative inline-flex w-full', className)}>
      <select
        {...select}
        {...useFieldProps(select)}
        className={cx(
          controlClasses,
          'appearance-none pr-9 pl-3 text-ellipsis',
          small ? 'h-9 pointer-coarse:h-11' : 'h-11',
        )}
      >
        {children}
      </select>
      <ChevronDown
        className="pointer-events-none absolute top-1/2 right-2.5 size-4.5 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
    </span>
  )
}

export function SelectOf<Value extends string>({
  of,
  labels,
  onPick,
  ...select
}: Omit<ComponentProps<typeof Select>, 'value' | 'onChange' | 'children'> & {
  of: readonly Value[]
  labels: Readonly<Record<Value, string>>
  value: Value
  onPick: (value: Value) => void
}) {
  return (
    <Select
      {...select}
      onChange={({ target }) => {
        const picked = of.find((value) => value === target.value)
        if (picked !== undefined) onPick(picked)
      }}
    >
      {of.map((value) => (
        <option key={value} value={value}>
          {labels[value]}
        </option>
      ))}
    </Select>
  )
}

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'children'> & { label: ReactNode; hint?: ReactNode }

/** The whole line is the click target, 44 px high. */
function Choice({ kind, label, hint, className, ...input }: ChoiceProps & { kind: 'checkbox' | 'radio' }) {
  const hintId = useId()
  return (
    <label className={cx('flex min-h-11 items-start gap-3 py-2.5', input.disabled && 'text-muted', className)}>
      <span className="relative mt-0.5 inline-flex size-5 shrink-0">
        <input
          type={kind}
          {...input}
          aria-describedby={hint ? hintId : undefined}
          className={cx(
            'peer size-5 appearance-none border border-edge bg-surface transition-colors checked:border-brand checked:bg-brand',
            'hover:border-ink/60 disabled:bg-sunken disabled:opacity-60',
            kind === 'radio' ? 'rounded-full' : 'rounded-[5px]',
          )}
        />
        {kind === 'radio' ? (
          <span className="pointer-events-none absolute inset-1.5 hidden rounded-full bg-on-brand peer-checked:block" />
        ) : (
          <Check
            className="pointer-events-none absolute inset-0.5 hidden size-4 stroke-[3] text-on-brand peer-checked:block"
            aria-hidden="true"
          />
        )}
      </span>
      <span>
        {label}
        {hint && (
          <span id={hintId} className="block text-[0.9375rem] text-muted">
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}

export const Checkbox = (props: ChoiceProps) => <Choice kind="checkbox" {...props} />

/** Place radios in a `RadioGroup` and give all the same `name`. */
export const Radio = (props: ChoiceProps) => <Choice kind="radio" {...props} />

export function RadioGroup({
  legend,
  error,
  children,
}: {
  legend: ReactNode
  error?: string | undefined
  children: ReactNode
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {children}
      {error && <p className="text-[0.9375rem] text-danger-text">{error}</p>}
    </fieldset>
  )
}
