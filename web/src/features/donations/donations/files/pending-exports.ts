import { safeStorage } from '../../../../api/storage.ts'

/** Files that this tab requested and that are still being written. */

type Waiting = { readonly organizationId: number; readonly fileId: number }

const key = 'twofold.files'
const storage = safeStorage('sessionStorage')
const listeners = new Set<() => void>()
let waiting = read()

function read(): readonly Waiting[] {
  const found = (storage.getItem(key) ?? '').matchAll(/(\d{1,15})\/(\d{1,15})/g)
  return [...found].map(([, organizationId, fileId]) => ({
    organizationId: Number(organizationId),
    fileId: Number(fileId),
  }))
}

function become(next: readonly Waiting[]): void {
  waiting = next
  storage.setItem(key, next.map(({ organizationId, fileId }) => `${organizationId}/${fileId}`).join(' '))
  for (const listener of listeners) listener()
}

export const pendingExports = {
  all: () => waiting,
  add: (one: Waiting) => become([...waiting, one]),
  drop: (organizationId: number, fileIds: readonly number[]) =>
    become(waiting.filter((one) => one.organizationId !== organizationId || !fileIds.includes(one.fileId))),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
