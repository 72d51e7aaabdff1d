import { ChevronRight, ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'

export function DialogSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-t border-hairline pt-5">
      <h3 className="mb-3 text-lg font-semibold">{title}</h3>
      {children}
    </section>
  )
}

/** `isOpen` opens the section, for example to show an error inside. */
export function FoldedSection(props: { title: string; isOpen?: boolean; children: ReactNode }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <details
      className="group"
      open={isOpened || props.isOpen === true}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className="-mx-2 inline-flex min-h-9 cursor-pointer list-none items-center gap-1 rounded-control px-2 font-semibold hover:bg-ink/6 pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
        {props.title}
      </summary>
      <div className="mt-2.5">{props.children}</div>
    </details>
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
