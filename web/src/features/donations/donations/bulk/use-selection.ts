import type { donations } from '@twofold/contract'
import { useState } from 'react'

export type Selection = {
  readonly has: (id: number) => boolean
  readonly toggle: (id: number) => void
  readonly togglePage: () => void
  readonly page: 'none' | 'some' | 'all'
  readonly count: number
  readonly hasMore: boolean
  readonly isAll: boolean
  readonly selectAll: () => void
  readonly clear: () => void
  readonly ids: readonly number[]
}

/** Changing the filters clears the selection, so it never contains matches that the user cannot see. */
export function useSelection(
  rows: readonly donations.Donation[],
  { total, isExact }: { readonly total: number; readonly isExact: boolean },
  filters: string,
): Selection {
  const [kept, setKept] = useState({ filters, ids: new Set<number>(), isAll: false })
  const current = kept.filters === filters ? kept : { filters, ids: new Set<number>(), isAll: false }
  const { ids, isAll } = current
  const keep = (next: ReadonlySet<number>, all = false) => setKept({ filters, ids: new Set(next), isAll: all })
  const onPage = rows.filter(({ id }) => isAll || ids.has(id)).length
  const page = onPage === 0 ? 'none' : onPage === rows.length ? 'all' : 'some'
  // Deselecting one of "all" leaves only this page's rows: the user has not seen the rest.
  const selectedIds = isAll ? new Set(rows.map(({ id }) => id)) : ids
  return {
    has: (id) => isAll || ids.has(id),
    toggle: (id) => {
      const next = new Set(selectedIds)
      if (!next.delete(id)) next.add(id)
      keep(next)
    },
    togglePage: () => {
      const next = new Set(isAll ? [] : selectedIds)
      for (const { id } of rows) {
        if (page === 'all') next.delete(id)
        else next.add(id)
      }
      keep(next)
    },
    page,
    count: isAll ? total : ids.size,
    hasMore: !isAll && (total > ids.size || !isExact),
    isAll,
    selectAll: () => keep(new Set(), true),
    clear: () => keep(new Set()),
    ids: [...ids],
  }
}
