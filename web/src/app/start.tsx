import {
  type ComponentType,
  lazy,
  type ReactNode,
  StrictMode,
  Suspense,
  startTransition,
  useSyncExternalStore,
} from 'react'
import { createRoot } from 'react-dom/client'
import { followSystemTheme } from '../ui/theme-choice.ts'
import { toasts } from '../ui/toast-store.ts'
import '../ui/theme.css'

/** A toast that cannot be drawn must not take the page with it: errors are said beside what failed as well. */
export const fetchToaster = (): Promise<{ default: ComponentType }> =>
  import('../ui/toaster.tsx').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: () => null }),
  )
const Toaster = lazy(fetchToaster)

/**
 * What draws toasts is fetched with the first one. Their place is there from the start: a dialog hides all that is there when it
 * opens from screen readers and pointers, but for what is marked live, and Undo must be in reach above it.
 */
function Toasts() {
  const any = useSyncExternalStore(toasts.subscribe, () => toasts.all().length > 0)
  return (
    <div aria-live="off">
      {any && (
        <Suspense>
          <Toaster />
        </Suspense>
      )}
    </div>
  )
}

/** Draws one of the two apps, the portal or the public pages, and what both need. */
export function start(app: ReactNode): void {
  followSystemTheme()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  // In slices, so that a slow phone answers its person meanwhile.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        {app}
        <Toasts />
      </StrictMode>,
    ),
  )
}
