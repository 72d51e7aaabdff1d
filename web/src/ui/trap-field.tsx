import type { Ref } from 'react'

/**
 * For programs that fill in whatever they find. Not displayed, so that no browser fills it in for a person, and nobody sees,
 * hears or reaches it. Every public form has one; what the server makes of it is said in its contract.
 */
export function TrapField({ ref, name, label }: { ref: Ref<HTMLInputElement>; name: string; label: string }) {
  return (
    <div className="hidden" aria-hidden="true">
      <label>
        {label}
        <input ref={ref} type="text" name={name} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
