/** From the spec. */
export const toastRules = {
  limit: 1,
  durationMs: 5_000,
  /** A dismissed toast stays in memory, so that its exit can be seen and its text read. */
  removeAfterMs: 1_000_000,
  swipePx: 50,
  hotkey: 'F8',
} as const

export const undoMs = 10_000

/** Enough for several sentences. */
export const longReadMs = 15_000

/** The toast renderer loads after this delay even without a toast. */
export const preloadToasterAfterMs = 15_000

export type Toast = {
  readonly title: string
  readonly description?: string | undefined
  readonly destructive?: boolean
  readonly durationMs?: number
  readonly action?: { readonly label: string; readonly onPress: () => void }
}
export type ShownToast = Toast & { readonly id: number; readonly open: boolean }

/** Outside React, so that code without a component can show a toast. */
export function createToasts(later: (run: () => void, ms: number) => unknown = setTimeout) {
  let current: readonly ShownToast[] = []
  let lastId = 0
  const listeners = new Set<() => void>()
  const leaving = new Set<number>()

  const publish = (next: readonly ShownToast[]) => {
    current = next
    for (const listener of listeners) listener()
  }
  const remove = (id: number) => {
    leaving.delete(id)
    publish(current.filter((toast) => toast.id !== id))
  }
  const dismiss = (id: number) => {
    if (!leaving.has(id)) {
      leaving.add(id)
      later(() => remove(id), toastRules.removeAfterMs)
    }
    publish(current.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  }

  return {
    /** Replaces any older toast. Show errors next to their cause as well. */
    add(toast: Toast): number {
      lastId += 1
      publish([{ ...toast, id: lastId, open: true }, ...current].slice(0, toastRules.limit))
      return lastId
    },
    dismiss,
    all: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export const toasts = createToasts()

export const toast = (content: Toast) => toasts.add(content)

/** Show the error next to its cause as well: a toast disappears after five seconds. */
export function toastError(title: string, problem?: unknown) {
  const description = problem instanceof Error ? problem.message : typeof problem === 'string' ? problem : undefined
  return toasts.add({ title, description, destructive: true })
}

export const toastUndo = (title: string, undo: () => void, description?: string) =>
  toasts.add({ title, description, durationMs: undoMs, action: { label: 'Undo', onPress: undo } })
