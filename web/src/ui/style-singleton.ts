import { useEffect } from 'react'

/**
 * Replaces a package of Radix whose `<style>` element the Content-Security-Policy refuses. A constructed stylesheet is
 * allowed.
 */
export function styleSingleton() {
  const sheet = typeof CSSStyleSheet === 'undefined' ? null : new CSSStyleSheet()
  let users = 0
  return function Sheet({ styles, dynamic = false }: { readonly styles: string; readonly dynamic?: boolean }): null {
    const dynamicStyles = dynamic ? styles : null
    // biome-ignore lint/correctness/useExhaustiveDependencies: only dynamic styles change while they are used
    useEffect(() => {
      if (!sheet) return
      if (users++ === 0) {
        sheet.replaceSync(styles)
        document.adoptedStyleSheets.push(sheet)
      }
      return () => {
        if (--users === 0)
          document.adoptedStyleSheets = document.adoptedStyleSheets.filter((adopted) => adopted !== sheet)
      }
    }, [dynamicStyles])
    return null
  }
}
