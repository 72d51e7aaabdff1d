/** What the spec fixes about toasts. */
export const toastRules = {
  /** Only the newest is on the screen. */
  limit: 1,
  durationMs: 5_000,
  /** A dismissed toast keeps its place in memory this long, so that its leaving can be seen and read to the end. */
  removeAfterMs: 1_000_000,
  swipePx: 50,
  hotkey: 'F8',
} as const

/** Time enough to take back what was just done. */
export const undoMs = 10_000

/** Time enough to read some sentences. */
export const longReadMs = 15_000

/** After this long what draws toasts is fetched though there is none yet. */
export const drawnAfterMs = 15_000

export type Toast = {
  readonly title: string
  readonly description?: string | undefined
  readonly destructive?: boolean
  readonly durationMs?: number
  readonly action?: { readonly label: string; readonly onPress: () => void }
}
export type ShownToast = Toast & { readonly id: number; readonly open: boolean }

/** Holds the toasts outside React, so that code without a component (a refused call, a finished job) can speak too. */
export function createToasts(later: (run: () => void, ms: number) => unknown = setTimeout) {
  let shown: readonly ShownToast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const leaving = new Set<number>()

  const become = (next: readonly ShownToast[]) => {
    shown = next
    for (const listener of listeners) listener()
  }
  const remove = (id: number) => {
    leaving.delete(id)
    become(shown.filter((toast) => toast.id !== id))
  }
  const dismiss = (id: number) => {
    if (!leaving.has(id)) {
      leaving.add(id)
      later(() => remove(id), toastRules.removeAfterMs)
    }
    become(shown.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  }

  return {
    /** Shows a toast in place of any other, which is about something older; answers its id. Errors also stand beside what failed. */
    add(toast: Toast): number {
      lastId += 1
      become([{ ...toast, id: lastId, open: true }, ...shown].slice(0, toastRules.limit))
      return lastId
    },
    dismiss,
    all: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const toasts = createToasts()

/** `toast({ title: 'Logged out', description: 'You have been successfully logged out.' })` */
export const toast = (content: Toast) => toasts.add(content)

/** An error as a toast. Say it beside the thing that failed as well: a toast is gone in five seconds. */
export const toastError = (title: string, description?: string) => toasts.add({ title, description, destructive: true })

/** Something was done and can be taken back for ten seconds. */
export const toastUndo = (title: string, undo: () => void, description?: string) =>
  toasts.add({ title, description, durationMs: undoMs, action: { label: 'Undo', onPress: undo } })
