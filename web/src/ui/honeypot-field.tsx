import type { Ref } from 'react'

/** For bots that fill in every field. Hidden from autofill and people; the contract describes the server's reaction. */
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
