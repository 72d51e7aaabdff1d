import type { ReadFile } from './reading/index.ts'

/** A job that comes later than this reads the file itself. */
const keptMs = 10_000
/** Of all files together: a gift that was read takes some 2 KB. */
const rowsAtMost = 20_000

/**
 * What the call of an upload has read of its file, for the job that follows at once: reading 4,000 gifts a second time took 0.08 s of
 * its second. It is remembered by this process alone and given out once, so that a job of another process, one after a crash and a
 * second attempt read the file.
 */
export type ReadAlready = {
  readonly keep: (importId: number, file: ReadFile) => void
  readonly take: (importId: number) => ReadFile | null
}

export function createReadAlready(): ReadAlready {
  const kept = new Map<number, { readonly file: ReadFile; readonly timer: NodeJS.Timeout }>()
  let rows = 0
  const take = (importId: number): ReadFile | null => {
    const found = kept.get(importId)
    if (!found) return null
    clearTimeout(found.timer)
    kept.delete(importId)
    rows -= found.file.table.rowCount
    return found.file
  }
  return {
    keep: (importId, file) => {
      if (rows + file.table.rowCount > rowsAtMost) return
      rows += file.table.rowCount
      kept.set(importId, { file, timer: setTimeout(() => take(importId), keptMs).unref() })
    },
    take,
  }
}
