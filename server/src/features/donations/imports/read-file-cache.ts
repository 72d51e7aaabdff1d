import type { ReadFile } from '../file-reading/index.ts'

const retentionMs = 10_000
/** Limits all files; a gift takes about 2 KB. */
const rowsAtMost = 20_000

/**
 * The job that follows an upload reads it. It stays in this process and is returned once, so other jobs read the file.
 */
export type ReadFileCache = {
  readonly keep: (importId: number, file: ReadFile) => void
  readonly take: (importId: number) => ReadFile | null
}

export function createReadFileCache(): ReadFileCache {
  const cached = new Map<number, { readonly file: ReadFile; readonly timer: NodeJS.Timeout }>()
  let rows = 0
  const take = (importId: number): ReadFile | null => {
    const found = cached.get(importId)
    if (!found) return null
    clearTimeout(found.timer)
    cached.delete(importId)
    rows -= found.file.table.rowCount
    return found.file
  }
  return {
    keep: (importId, file) => {
      if (rows + file.table.rowCount > rowsAtMost) return
      rows += file.table.rowCount
      cached.set(importId, { file, timer: setTimeout(() => take(importId), retentionMs).unref() })
    },
    take,
  }
}
