import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'

export function AccountLine({
  title,
  children,
  action,
  onPress,
  refused,
}: {
  title: string
  children: ReactNode
  action: string
  onPress: () => void
  refused?: string | undefined
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{title}</p>
        <div className="text-[0.9375rem] text-muted wrap-anywhere">{children}</div>
      </div>
      <Button variant="secondary" size="small" disabled={Boolean(refused)} disabledReason={refused} onClick={onPress}>
        {action}
        <span className="sr-only"> {title}</span>
      </Button>
    </li>
  )
}
