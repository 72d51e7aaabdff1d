import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Input } from '../../../ui/field.tsx'

export function PasswordInput(input: Omit<ComponentProps<'input'>, 'type'> & { autoComplete: string }) {
  const [shown, setShown] = useState(false)
  return (
    <span className="relative block">
      <Input type={shown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} className="pr-12" {...input} />
      <button
        type="button"
        aria-label="Show the password"
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-control text-muted hover:text-ink focus-visible:-outline-offset-4"
      >
        {shown ? <EyeOff className="size-5" aria-hidden="true" /> : <Eye className="size-5" aria-hidden="true" />}
      </button>
    </span>
  )
}
