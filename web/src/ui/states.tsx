import { notFoundMessage } from '@twofold/contract'
import { CloudOff, FileQuestionMark, Lock, type LucideIcon, RotateCw, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { Button } from './button.tsx'
import { cx } from './class-names.ts'
import { EmptyFallback, lazyComponent } from './lazy.tsx'

// The button's tooltip outweighs all states together. Without it, the id can still be selected.
const CopyButton = lazyComponent<{ text: string; label?: string }>(
  async () => ({ default: (await import('./copy-button.tsx')).CopyButton }),
  EmptyFallback,
)

function State({
  icon: Icon,
  title,
  tone = 'text-brand-text',
  role,
  children,
}: {
  icon: LucideIcon
  title: ReactNode
  tone?: string
  role?: 'alert' | 'status'
  children?: ReactNode
}) {
  return (
    <div role={role} className="flex flex-col items-center px-6 py-14 text-center">
      <span className={cx('mb-4 inline-flex size-14 items-center justify-center rounded-full bg-sunken', tone)}>
        <Icon className="size-6.5" aria-hidden="true" />
      </span>
      <p className="text-lg font-semibold">{title}</p>
      <div className="mt-1 flex max-w-[46ch] flex-col items-center gap-5 text-muted">{children}</div>
    </div>
  )
}

/** One sentence, and at most one action (`Upload`, `Clear filters`). */
export function EmptyState({
  icon = FileQuestionMark,
  title,
  action,
  children,
}: {
  icon?: LucideIcon
  title: ReactNode
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <State icon={icon} title={title}>
      {children && <p>{children}</p>}
      {action}
    </State>
  )
}

/** The message of a record that does not exist or belongs to another organization. */
const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'not_found' && error.message === notFoundMessage

/** Shows the id that support needs. Accepts the error of a query or a call. */
export function ErrorState({
  error,
  title = 'Couldn’t load this',
  onRetry,
}: {
  error: unknown
  title?: string
  onRetry?: (() => void) | undefined
}) {
  // A retry would find nothing either.
  if (isMissing(error)) {
    return (
      <State icon={FileQuestionMark} title="Not found" role="alert">
        <p>The link may be incomplete, or the item was deleted or belongs to another organization.</p>
      </State>
    )
  }
  const requestId =
    error instanceof Error && 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : ''
  return (
    <State icon={TriangleAlert} title={title} tone="text-problem-text" role="alert">
      <p>{error instanceof Error && error.message ? error.message : 'An unknown error occurred'}</p>
      {onRetry && (
        <Button variant="secondary" icon={RotateCw} onClick={onRetry}>
          Try again
        </Button>
      )}
      {requestId && (
        <p className="flex items-center gap-1 text-sm">
          Request id <code className="rounded bg-sunken px-1.5 py-0.5 text-[0.8125rem]">{requestId}</code>
          <Suspense>
            <CopyButton text={requestId} label="Copy request id" />
          </Suspense>
        </p>
      )}
    </State>
  )
}

/** Names who can help, because the reader cannot. */
export function ForbiddenState({ children }: { children: ReactNode }) {
  return (
    <State icon={Lock} title="You don’t have access" tone="text-silent-text">
      <p>{children}</p>
    </State>
  )
}

function watchOnline(listener: () => void) {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

export function OfflineBanner() {
  const online = useSyncExternalStore(watchOnline, () => navigator.onLine)
  return (
    <div role="status" className="sticky top-0 z-30">
      {!online && (
        <p className="flex items-center justify-center gap-2.5 bg-silent-soft px-4 py-2.5 text-silent-text">
          <CloudOff className="size-5 shrink-0" aria-hidden="true" />
          You’re offline. This page may be out of date. We’ll save your changes when you’re back online.
        </p>
      )}
    </div>
  )
}
