import { createEmailFrame } from '../../../ui/email-frame.tsx'

/** Browsers block a window unless it opens directly in the click handler, so the content is added later. */
export function openPreview(): Window | null {
  const opened = window.open('', '_blank', 'popup,width=800,height=600')
  if (opened) opened.document.title = 'Email preview'
  return opened
}

export function showPreview(opened: Window, html: string): void {
  const frame = createEmailFrame(opened.document, 'Email preview', html)
  frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0'
  opened.document.body.replaceChildren(frame)
}
