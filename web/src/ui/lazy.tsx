import { type ComponentType, createElement, lazy, Suspense, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { longReadMs, toast } from './toast-store.ts'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

const failedText = 'Twofold was updated, or the connection failed. Reload the page.'
const reload = { label: 'Reload the page', onPress: () => location.reload() }

/** A chunk may fail to load, for example after a release. `missing` then replaces it. */
/* @__NO_SIDE_EFFECTS__ */
export const lazyComponent = <Props extends object>(
  load: Load<Props>,
  missing: ComponentType<NoInfer<Props>> = LoadFailed,
) => lazy(() => load().catch(() => ({ default: missing })))

/** Nothing is shown while it loads. If the chunk fails to load, each click shows an error toast: React caches the fallback until a page reload. */
/* @__NO_SIDE_EFFECTS__ */
export function lazyDialog<Props extends { readonly onClose: () => void }>(load: Load<Props>): ComponentType<Props> {
  const Loaded = lazyComponent<Props>(load, LoadFailedDialog)
  return (props: Props) => <Suspense>{createElement<Props>(Loaded, props)}</Suspense>
}

export const EmptyFallback = () => null

export function LoadFailed() {
  return (
    <p role="alert" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      {`This part couldn’t be loaded. ${failedText}`}
      <ReloadButton />
    </p>
  )
}

export function ReloadButton() {
  return (
    <Button variant="secondary" size="small" onClick={reload.onPress}>
      {reload.label}
    </Button>
  )
}

export function LoadFailedDialog({ onClose }: { readonly onClose: () => void }) {
  // Once only: closing may be a step back.
  const isReported = useRef(false)
  useEffect(() => {
    if (isReported.current) return
    isReported.current = true
    toast({
      title: 'Couldn’t open this',
      description: failedText,
      destructive: true,
      durationMs: longReadMs,
      action: reload,
    })
    onClose()
  }, [onClose])
  return null
}
