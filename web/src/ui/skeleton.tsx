import { useEffect, useRef, useState } from 'react'
import { cx } from './class-names.ts'

/** Give it the height of the final content to avoid layout shifts. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-breathe rounded-md bg-ink/8', className)} />
}

/** Fast responses show no skeleton; a visible one stays long enough to avoid a flash. */
const skeletonAfterMs = 150
const skeletonAtLeastMs = 300

export function useSkeleton(waiting: boolean): boolean {
  const [shown, setShown] = useState(false)
  const since = useRef(0)
  useEffect(() => {
    if (waiting === shown) return
    const wait = waiting ? skeletonAfterMs : Math.max(0, since.current + skeletonAtLeastMs - performance.now())
    const timer = setTimeout(() => {
      since.current = performance.now()
      setShown(waiting)
    }, wait)
    return () => clearTimeout(timer)
  }, [waiting, shown])
  return shown
}
