import { useEffect, useRef, useState } from 'react'
import { cx } from './class-names.ts'

/** Give it the height of the final content to avoid layout shifts. */
export function Skeleton({ className = 'h-4 w-full' }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-breathe rounded-md bg-ink/8', className)} />
}

/** Fast responses show no skeleton; a visible one stays long enough to avoid a flash. */
const skeletonAfterMs = 150
const minSkeletonMs = 300

export function useSkeleton(waiting: boolean): boolean {
  const [shown, setShown] = useState(false)
  const shownAt = useRef(0)
  useEffect(() => {
    if (waiting === shown) return
    const delay = waiting ? skeletonAfterMs : Math.max(0, shownAt.current + minSkeletonMs - performance.now())
    const timer = setTimeout(() => {
      shownAt.current = performance.now()
      setShown(waiting)
    }, delay)
    return () => clearTimeout(timer)
  }, [waiting, shown])
  return shown
}
