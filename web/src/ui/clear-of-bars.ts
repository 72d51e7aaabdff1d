import { type RefObject, useLayoutEffect } from 'react'

type Box = { readonly top: number; readonly bottom: number }

/** How far up something has to go from where it rests so that it covers none of the bars, the lowest first. */
export function liftOver(rest: Box, bars: readonly Box[]): number {
  let lift = 0
  for (const bar of bars.toSorted((one, other) => other.bottom - one.bottom)) {
    if (bar.top < rest.bottom - lift && bar.bottom > rest.top - lift) lift = rest.bottom - bar.top
  }
  return lift
}

/** What the keyboard of a phone covers. */
function keyboard(): Box[] {
  const seen = window.visualViewport
  if (seen?.scale !== 1) return []
  const top = seen.offsetTop + seen.height
  return top < innerHeight ? [{ top, bottom: innerHeight }] : []
}

/**
 * Lifts what is fixed at the lower edge above what stays there while the rest scrolls, as long as it is `on`; nothing else
 * moves for it. A save bar and the buttons of a dialog say of themselves that they are such (`data-bottom-bar`).
 */
export function useClearOfBars(ref: RefObject<HTMLElement | null>, on: boolean): void {
  useLayoutEffect(() => {
    if (!on) return
    // where it was lifted to the last time is not where it rests
    if (ref.current) ref.current.style.translate = ''
    let lift = 0
    const place = () => {
      const element = ref.current
      if (!element) return
      const { top, bottom } = element.getBoundingClientRect()
      const bars = [...document.querySelectorAll('[data-bottom-bar]')].map((bar) => bar.getBoundingClientRect())
      const next = liftOver({ top: top + lift, bottom: bottom + lift }, [...bars, ...keyboard()])
      if (next === lift) return
      lift = next
      element.style.translate = `0 ${-lift}px`
    }
    let asked = 0
    const soon = () => {
      cancelAnimationFrame(asked)
      asked = requestAnimationFrame(place)
    }
    place()
    const watch = new MutationObserver(soon)
    watch.observe(document.body, { childList: true, subtree: true })
    addEventListener('scroll', soon, { capture: true, passive: true })
    addEventListener('resize', soon)
    window.visualViewport?.addEventListener('resize', soon)
    return () => {
      cancelAnimationFrame(asked)
      watch.disconnect()
      removeEventListener('scroll', soon, { capture: true })
      removeEventListener('resize', soon)
      window.visualViewport?.removeEventListener('resize', soon)
    }
  }, [ref, on])
}
