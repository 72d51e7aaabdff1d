/** A window for an email. It is opened by the press itself, or browsers would refuse it; what it shows comes a moment later. */
export function openPreview(): Window | null {
  const opened = window.open('', '_blank', 'popup,width=800,height=600')
  if (opened) opened.document.title = 'Email preview'
  return opened
}

/** In a frame that may do nothing: the words are whoever's wrote them. */
export function showPreview(opened: Window, html: string): void {
  const { document } = opened
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', '')
  frame.title = 'Email preview'
  frame.srcdoc = html
  frame.style.cssText = 'position:fixed;inset:0;width:100%;height:100%;border:0'
  document.body.replaceChildren(frame)
}
