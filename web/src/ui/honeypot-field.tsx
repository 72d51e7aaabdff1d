import type { Ref } from 'react'

/**
 * A honeypot for bots that fill in every field. It is hidden, so that browsers do not autofill it and people cannot see
 * or reach it. Every public form has one; the contract describes the server's reaction.
 */
export function HoneypotField({ ref, name, label }: { ref: Ref<HTMLInputElement>; name: string; label: string }) {
  return (
    <div className="hidden" aria-hidden="true">
      <label>
        {label}
        <input ref={ref} type="text" name={name} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
