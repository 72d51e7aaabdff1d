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
import { failures } from '../api/failures.ts'
import { followSystemTheme } from '../ui/theme-choice.ts'
import { toastError, toasts } from '../ui/toast-store.ts'
import '../ui/theme.css'

/** A toast that cannot render must not break the page: errors are also shown next to the failed action. */
export const preloadToaster = (): Promise<{ default: ComponentType }> =>
  import('../ui/toaster.tsx').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: () => null }),
  )
const Toaster = lazy(preloadToaster)

/**
 * Exists before the first toast: an open dialog hides everything else from screen readers, and Undo must stay reachable
 * above it.
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

export function mountApp(app: ReactNode): void {
  failures.show = toastError
  followSystemTheme()
  const root = document.getElementById('root')
  if (!root) throw new Error('the page has no #root')
  // Renders in slices so that a slow phone stays responsive.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        {app}
        <Toasts />
      </StrictMode>,
    ),
  )
}
