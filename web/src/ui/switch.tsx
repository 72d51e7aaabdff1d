import { Switch as RadixSwitch } from 'radix-ui'
import { type ReactNode, useId } from 'react'

/** Takes effect immediately; in a form that is saved later, use a Checkbox. */
export function Switch({
  label,
  checked,
  onChange,
  disabled,
}: {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}) {
  const id = useId()
  return (
    <div className="flex min-h-11 items-center gap-3">
      <RadixSwitch.Root
        id={id}
        checked={checked}
        onCheckedChange={onChange}
        disabled={disabled ?? false}
        className="relative h-6 w-11 shrink-0 rounded-full border border-edge bg-sunken transition-colors data-[state=checked]:border-brand data-[state=checked]:bg-brand disabled:opacity-60"
      >
        <RadixSwitch.Thumb className="block size-4 translate-x-1 rounded-full bg-edge transition-transform data-[state=checked]:translate-x-5.5 data-[state=checked]:bg-on-brand" />
      </RadixSwitch.Root>
      <label htmlFor={id}>{label}</label>
    </div>
  )
}
