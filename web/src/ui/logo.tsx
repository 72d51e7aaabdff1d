import { cx } from './class-names.ts'

export function LogoMark({ className = 'size-8' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={cx('shrink-0', className)} aria-hidden="true" focusable="false">
      <path className="fill-brand" d="M4 7.2 17 3v21.8L4 29z" />
      <path className="fill-marigold" d="M17 3l11 6.4v21.2L17 24.8z" />
    </svg>
  )
}

export function Logo({ className }: { className?: string }) {
  return (
    <span className={cx('inline-flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="text-[1.375rem] leading-none font-semibold tracking-[-0.02em] text-ink">Twofold</span>
    </span>
  )
}
