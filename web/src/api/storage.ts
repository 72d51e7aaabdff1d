export type KeyStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Falls back to memory for the lifetime of the page if the browser's storage is blocked or full. */
export function safeStorage(kind: 'localStorage' | 'sessionStorage'): KeyStorage {
  const memory = new Map<string, string>()
  const browserStorage = (): KeyStorage | null => {
    try {
      return globalThis[kind] ?? null
    } catch {
      return null
    }
  }
  return {
    getItem: (key) => {
      try {
        return browserStorage()?.getItem(key) ?? memory.get(key) ?? null
      } catch {
        return memory.get(key) ?? null
      }
    },
    setItem: (key, value) => {
      try {
        const storage = browserStorage()
        if (storage) return storage.setItem(key, value)
      } catch {}
      memory.set(key, value)
    },
    removeItem: (key) => {
      memory.delete(key)
      try {
        browserStorage()?.removeItem(key)
      } catch {}
    },
  }
}
