import { type RefObject, useLayoutEffect } from 'react'

type Box = { readonly top: number; readonly bottom: number }

/** In px, checked from the bottom up. */
export function liftAbove(rest: Box, bars: readonly Box[]): number {
  let lift = 0
  for (const bar of bars.toSorted((one, other) => other.bottom - one.bottom)) {
    if (bar.top < rest.bottom - lift && bar.bottom > rest.top - lift) lift = rest.bottom - bar.top
  }
  return lift
}

/** The area that a phone's keyboard covers. */
function keyboard(): Box[] {
  const seen = window.visualViewport
  if (seen?.scale !== 1) return []
  const top = seen.offsetTop + seen.height
  return top < innerHeight ? [{ top, bottom: innerHeight }] : []
}

/** Moves an element fixed at the lower edge above the sticky bars there, which are marked with `data-bottom-bar`. */
export function useLiftAboveBars(ref: RefObject<HTMLElement | null>, on: boolean): void {
  useLayoutEffect(() => {
    if (!on) return
    if (ref.current) ref.current.style.translate = ''
    let lift = 0
    const place = () => {
      const element = ref.current
      if (!element) return
      const { top, bottom } = element.getBoundingClientRect()
      const bars = [...document.querySelectorAll('[data-bottom-bar]')].map((bar) => bar.getBoundingClientRect())
      const next = liftAbove({ top: top + lift, bottom: bottom + lift }, [...bars, ...keyboard()])
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
