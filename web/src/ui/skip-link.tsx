/** Visible only while it has focus. */
export function SkipLink({ label = 'Skip to content' }: { label?: string }) {
  return (
    <a
      href="#main"
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-80 focus:rounded-control focus:bg-brand focus:px-4 focus:py-2.5 focus:font-semibold focus:text-on-brand"
    >
      {label}
    </a>
  )
}
