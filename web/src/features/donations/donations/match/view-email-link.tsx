import { linkTo, screens } from '@twofold/contract'
import { ExternalLink } from 'lucide-react'

/** Uses a new tab if popups are blocked. */
export function ViewEmailLink({ id, subject }: { id: number; subject: string }) {
  const address = linkTo(screens.previewNotification, { id })
  return (
    <a
      href={address}
      target="_blank"
      rel="noopener"
      onClick={(event) => {
        const asksForTab = event.metaKey || event.ctrlKey || event.shiftKey
        if (!asksForTab && window.open(address, '_blank', 'popup,width=800,height=600')) event.preventDefault()
      }}
      className="inline-flex min-h-6 items-center gap-1.5 text-brand-text underline decoration-1 underline-offset-3 pointer-coarse:min-h-11"
    >
      <ExternalLink className="size-4 shrink-0" aria-hidden="true" />
      See the email<span className="sr-only">: {subject}</span>
    </a>
  )
}
