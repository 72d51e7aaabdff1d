import { safeStorage } from '../../../api/storage.ts'

/** Files that this tab requested and that are still being written. */

type PendingExport = { readonly organizationId: number; readonly fileId: number }

const key = 'twofold.files'
const storage = safeStorage('sessionStorage')
const listeners = new Set<() => void>()
let pending = read()

function read(): readonly PendingExport[] {
  const entries = (storage.getItem(key) ?? '').matchAll(/(\d{1,15})\/(\d{1,15})/g)
  return [...entries].map(([, organizationId, fileId]) => ({
    organizationId: Number(organizationId),
    fileId: Number(fileId),
  }))
}

function replacePending(next: readonly PendingExport[]): void {
  pending = next
  storage.setItem(key, next.map(({ organizationId, fileId }) => `${organizationId}/${fileId}`).join(' '))
  for (const listener of listeners) listener()
}

export const pendingExports = {
  all: () => pending,
  add: (added: PendingExport) => replacePending([...pending, added]),
  drop: (organizationId: number, fileIds: readonly number[]) =>
    replacePending(
      pending.filter((entry) => entry.organizationId !== organizationId || !fileIds.includes(entry.fileId)),
    ),
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
