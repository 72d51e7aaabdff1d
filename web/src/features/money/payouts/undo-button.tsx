import type { payouts } from '@twofold/contract'
import { Undo2 } from 'lucide-react'
import { usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'

export function UndoButton({
  report,
  label,
  onPress,
}: {
  report: payouts.PayoutReport
  label: string
  onPress: () => void
}) {
  const permissions = usePermissions()
  if (!permissions.write || report.state !== 'done') return null
  return (
    <Button
      variant="quiet"
      size="small"
      icon={Undo2}
      className="max-md:-ml-3 max-md:self-start"
      onClick={onPress}
      aria-label={label}
    >
      Undo
    </Button>
  )
}
