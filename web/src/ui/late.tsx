import { type ComponentType, lazy, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { longReadMs, toast } from './toast-store.ts'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

const words = 'Twofold was updated, or the connection failed. Please reload the page.'
const reload = { label: 'Reload the page', onPress: () => location.reload() }

/**
 * A part that is fetched when it is wanted. One that cannot be had, as after a release, never takes the screen with it: `missing`
 * stands in its place.
 */
/* @__NO_SIDE_EFFECTS__ */
export const late = <Props extends object>(load: Load<Props>, missing: ComponentType<NoInfer<Props>> = MissingPart) =>
  lazy(() => load().catch(() => ({ default: missing })))

/**
 * A dialog that is fetched when it is wanted. One that cannot be had is closed again and said to be missing, at each press: React
 * keeps the stand-in, so only a page that is loaded anew asks for it anew, which the words offer.
 */
/* @__NO_SIDE_EFFECTS__ */
export const lateDialog = <Props extends { readonly onClose: () => void }>(load: Load<Props>) =>
  late<Props>(load, MissingDialog)

/** For what the screen can do without. */
export const Nothing = () => null

export function MissingPart() {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      {`This part couldn’t be loaded. ${words}`}
      <ReloadButton />
    </p>
  )
}

/** Where a sentence has no room. */
export function ReloadButton() {
  return (
    <Button look="secondary" size="small" onClick={reload.onPress}>
      {reload.label}
    </Button>
  )
}

export function MissingDialog({ onClose }: { readonly onClose: () => void }) {
  // Once, though it may be drawn again before it is gone: closing may be a step back.
  const told = useRef(false)
  useEffect(() => {
    if (told.current) return
    told.current = true
    toast({
      title: 'This couldn’t be opened',
      description: words,
      destructive: true,
      durationMs: longReadMs,
      action: reload,
    })
    onClose()
  }, [onClose])
  return null
}
