import { ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'

/** A section of the match dialog, below the facts. */
export function DialogSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-hairline pt-5">
      <h3 className="mb-3 text-lg font-semibold">{title}</h3>
      {children}
    </section>
  )
}

export function ExternalSiteLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      className="inline-flex min-h-6 items-center gap-1 rounded-sm text-brand-text underline decoration-1 underline-offset-3 hover:decoration-2 pointer-coarse:min-h-11"
    >
      {children}
      <ExternalLink className="size-3.5" aria-hidden="true" />
      <span className="sr-only">(opens in a new tab)</span>
    </a>
  )
}
