import { type RefObject, useLayoutEffect } from 'react'

type Box = { readonly top: number; readonly bottom: number }

/** In px, checked from the bottom up. */
export function liftAbove(rest: Box, bars: readonly Box[]): number {
  let lift = 0
  for (const bar of bars.toSorted((a, b) => b.bottom - a.bottom)) {
    if (bar.top < rest.bottom - lift && bar.bottom > rest.top - lift) lift = rest.bottom - bar.top
  }
  return lift
}

/** The area that a phone's keyboard covers. */
function keyboard(): Box[] {
  const viewport = window.visualViewport
  if (viewport?.scale !== 1) return []
  const top = viewport.offsetTop + viewport.height
  return top < innerHeight ? [{ top, bottom: innerHeight }] : []
}

/**
 * Moves an element fixed at the lower edge above the sticky bars there, which are marked with `data-bottom-bar`, and one
 * at the upper edge below the banners above the top bar.
 */
export function useKeepOffBars(ref: RefObject<HTMLElement | null>, isActive: boolean): void {
  useLayoutEffect(() => {
    if (!isActive) return
    if (ref.current) ref.current.style.translate = ''
    let lift = 0
    const reposition = () => {
      const element = ref.current
      if (!element) return
      const barTop = document.querySelector('[data-top-bar]')?.getBoundingClientRect().top ?? 0
      element.style.setProperty('--bar-top', `${Math.max(0, barTop)}px`)
      const { top, bottom } = element.getBoundingClientRect()
      const bars = [...document.querySelectorAll('[data-bottom-bar]')].map((bar) => bar.getBoundingClientRect())
      const next = liftAbove({ top: top + lift, bottom: bottom + lift }, [...bars, ...keyboard()])
      if (next === lift) return
      lift = next
      element.style.translate = `0 ${-lift}px`
    }
    let frameRequest = 0
    const schedule = () => {
      cancelAnimationFrame(frameRequest)
      frameRequest = requestAnimationFrame(reposition)
    }
    reposition()
    const observer = new MutationObserver(schedule)
    observer.observe(document.body, { childList: true, subtree: true })
    addEventListener('scroll', schedule, { capture: true, passive: true })
    addEventListener('resize', schedule)
    window.visualViewport?.addEventListener('resize', schedule)
    return () => {
      cancelAnimationFrame(frameRequest)
      observer.disconnect()
      removeEventListener('scroll', schedule, { capture: true })
      removeEventListener('resize', schedule)
      window.visualViewport?.removeEventListener('resize', schedule)
    }
  }, [ref, isActive])
}
