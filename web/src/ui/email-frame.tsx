import { useEffect, useRef } from 'react'

const framePage = '/email-preview.html'

/** A separate page allows inline styles. The sandbox has no access to the portal. */
export function EmailFrame({ title, html, className }: { title: string; html: string; className: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => sendEmail(frame.current, html), [html])
  return (
    <iframe
      ref={frame}
      title={title}
      sandbox="allow-scripts"
      src={framePage}
      className={className}
      onLoad={() => sendEmail(frame.current, html)}
    />
  )
}

export function createEmailFrame(owner: Document, title: string, html: string): HTMLIFrameElement {
  const frame = owner.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.title = title
  frame.src = framePage
  frame.addEventListener('load', () => sendEmail(frame, html))
  return frame
}

// The sandboxed page has an opaque origin, which no target origin can name.
const sendEmail = (frame: HTMLIFrameElement | null, html: string): void => frame?.contentWindow?.postMessage(html, '*')
