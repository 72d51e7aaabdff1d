import type { LucideIcon } from 'lucide-react'
import { type ComponentProps, useRef } from 'react'
import { Button } from '../../../../ui/button.tsx'

export function FileButton({
  accept,
  onFile,
  children,
  icon,
  ...button
}: Omit<ComponentProps<typeof Button>, 'onClick' | 'icon'> & {
  accept: string
  onFile: (file: File) => void
  icon?: LucideIcon
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} {...(icon ? { icon } : {})} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          event.target.value = ''
          if (chosen) onFile(chosen)
        }}
      />
    </>
  )
}
