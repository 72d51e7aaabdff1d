import { LoaderCircle } from 'lucide-react'
import { cx } from './class-names.ts'

/** Decorative: the text next to it describes the state. */
export function Spinner({ className = 'size-6' }: { className?: string }) {
  return (
    <LoaderCircle className={cx('shrink-0 animate-spin motion-reduce:animate-none', className)} aria-hidden="true" />
  )
}

export function Loading({ text = 'Loading...', className = 'min-h-60' }: { text?: string; className?: string }) {
  return (
    <div role="status" className={cx('flex flex-col items-center justify-center gap-3 text-muted', className)}>
      <Spinner className="size-7 text-brand-text" />
      <span>{text}</span>
    </div>
  )
}
