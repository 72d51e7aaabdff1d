import { Check, CircleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useRef, useSyncExternalStore } from 'react'
import { cx } from './class-names.ts'
import { useLiftAboveBars } from './lift-above-bars.ts'
import { type ShownToast, toastRules, toasts } from './toast-store.ts'

/**
 * Use once, at the root. Wide screens show toasts in the header bar, narrow ones above any sticky bar at the bottom, or
 * above a sheet. F8 moves focus here; a swipe to the right or Esc dismisses a toast.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.all)
  const viewport = useRef<HTMLOListElement>(null)
  useLiftAboveBars(
    viewport,
    shown.some(({ open }) => open),
  )
  return (
    <Radix.Provider duration={toastRules.durationMs} swipeThreshold={toastRules.swipePx} swipeDirection="right">
      {shown.map((toast) => (
        <Item key={toast.id} toast={toast} />
      ))}
      <Radix.Viewport
        ref={viewport}
        hotkey={[toastRules.hotkey]}
        data-toast-viewport=""
        // An open dialog hides everything except live regions, and Undo must be reachable.
        aria-live="off"
        className="pointer-events-auto fixed inset-x-0 bottom-[env(safe-area-inset-bottom)] z-70 mx-auto flex w-full max-w-full flex-col gap-2 p-2 outline-none empty:hidden max-sm:[body:has(.toast-above)_&]:top-0 max-sm:[body:has(.toast-above)_&]:bottom-auto sm:max-w-105 lg:top-0 lg:bottom-auto lg:max-w-72 lg:[body:has(aside)_&]:left-72 xl:max-w-105"
      />
    </Radix.Provider>
  )
}

function Item({ toast }: { toast: ShownToast }) {
  const { id, open, title, description, destructive = false, durationMs, action } = toast
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => !next && toasts.dismiss(id)}
      {...(durationMs ? { duration: durationMs } : {})}
      className={cx(
        'flex items-start gap-3 rounded-card border bg-surface py-3 pr-2 pl-4 shadow-float dark:bg-raised',
        destructive ? 'border-danger' : 'border-hairline',
        '[--toast-from:1rem] lg:[--toast-from:-1rem] data-[state=open]:animate-toast-in data-[state=closed]:animate-fade-out',
        'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
      )}
    >
      {destructive ? (
        <CircleAlert className="mt-2.5 size-5 shrink-0 text-danger-text" aria-hidden="true" />
      ) : (
        <Check className="mt-2.5 size-5 shrink-0 text-submitted-text" aria-hidden="true" />
      )}
      <div className="min-w-0 flex-1 py-2">
        <Radix.Title className={cx('font-semibold', destructive && 'text-danger-text')}>{title}</Radix.Title>
        {description && <Radix.Description className="break-words text-muted">{description}</Radix.Description>}
      </div>
      {action && (
        <Radix.Action
          altText={action.label}
          onClick={action.onPress}
          className="min-h-11 shrink-0 rounded-control px-3 font-semibold text-brand-text hover:bg-ink/6"
        >
          {action.label}
        </Radix.Action>
      )}
      <Radix.Close
        aria-label="Dismiss"
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-ink/6 hover:text-ink"
      >
        <X className="size-4.5" aria-hidden="true" />
      </Radix.Close>
    </Radix.Root>
  )
}
