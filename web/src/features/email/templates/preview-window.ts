import { createEmailFrame } from '../../../ui/email-frame.tsx'

/** Browsers block a window unless it opens directly in the click handler, so the content is added later. */
export function openPreview(): Window | null {
  const popup = window.open('', '_blank', 'popup,width=800,height=600')
  if (popup) popup.document.title = 'Email preview'
  return popup
}

export function showPreview(popup: Window, html: string): void {
  const frame = createEmailFrame(popup.document, 'Email preview', html)
  frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0'
  popup.document.body.replaceChildren(frame)
}
