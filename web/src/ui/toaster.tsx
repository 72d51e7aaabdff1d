import { Check, CircleAlert, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useRef, useSyncExternalStore } from 'react'
import { cx } from './class-names.ts'
import { useKeepOffBars } from './lift-above-bars.ts'
import { type ShownToast, toastRules, toasts } from './toast-store.ts'

/**
 * Use once, at the root. The portal shows toasts in its top bar, where they cover no title, field or banner. Public
 * pages on phones show them at the bottom, or above a sheet; a full-screen dialog shows them above its bottom bar. F8
 * moves focus here; a swipe to the right or Esc dismisses a toast.
 */
export function Toaster() {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.all)
  const viewport = useRef<HTMLOListElement>(null)
  useKeepOffBars(
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
        className="pointer-events-auto fixed z-70 mx-auto flex max-w-full flex-col p-2 outline-none empty:hidden sm:max-w-105 lg:max-w-72 xl:max-w-105"
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
        'flex items-center gap-1 rounded-card border bg-surface py-1 pr-1 pl-4 shadow-float sm:gap-3 dark:bg-raised',
        destructive ? 'border-danger' : 'border-hairline',
        'data-[state=open]:animate-toast-in data-[state=closed]:animate-fade-out',
        'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform',
      )}
    >
      {destructive ? (
        <CircleAlert className="size-5 shrink-0 text-danger-text max-sm:hidden" aria-hidden="true" />
      ) : (
        <Check className="size-5 shrink-0 text-submitted-text max-sm:hidden" aria-hidden="true" />
      )}
      <div className="min-w-0 flex-1 py-1 max-xl:text-sm">
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
