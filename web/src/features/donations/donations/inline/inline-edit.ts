import type { donations } from '@twofold/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { usePermissions } from '../../../../shared/current-organization.tsx'
import type { Column } from '../columns/columns.ts'

export type EditableField = 'amount' | 'company'
export type EditableCell = { readonly id: number; readonly field: EditableField }

export type InlineEdit = {
  readonly open: EditableCell | null
  /** Saves what is open first, and stays there if it is refused. */
  readonly start: (cell: EditableCell) => void
  readonly close: (to: EditableCell | null) => void
  readonly findNext: (cell: EditableCell, step: 1 | -1) => EditableCell | null
  /** Set by the open editor. */
  readonly leave: RefObject<((to: EditableCell | null) => void) | null>
}

export const isSameCell = (a: EditableCell | null, b: EditableCell): boolean => a?.id === b.id && a.field === b.field

/** As in the match dialog, facts can be saved in every status. A combined match's amount is the sum of its gifts. */
export function editableField(columnId: string, { custom }: donations.Donation): EditableField | null {
  if (columnId === 'company_name') return 'company'
  return columnId === 'amount' && custom['history'] === undefined ? 'amount' : null
}

/** Null if the user may not edit. */
export function useInlineEdit(rows: readonly donations.Donation[], columns: readonly Column[]): InlineEdit | null {
  const [open, setOpen] = useState<EditableCell | null>(null)
  const leave: InlineEdit['leave'] = useRef(null)
  const before = useRef<EditableCell | null>(null)
  useEffect(() => {
    const closed = open === null ? before.current : null
    before.current = open
    if (closed === null) return
    // A dialog of the editor restores focus first.
    const timer = setTimeout(() => {
      if (document.activeElement !== document.body) return
      const row = document.querySelector(`[data-row-link="${closed.id}"]`)?.closest('tr')
      row?.querySelector<HTMLElement>(`[data-edit="${closed.field}"]`)?.focus()
    })
    return () => clearTimeout(timer)
  }, [open])
  const permissions = usePermissions()
  if (!permissions.write) return null
  return {
    open,
    leave,
    start: (cell) => (leave.current ? leave.current(cell) : setOpen(cell)),
    close: setOpen,
    findNext: (cell, step) => {
      const cells = rows.flatMap((row) =>
        columns.flatMap((column) => {
          const field = editableField(column.id, row)
          return field ? [{ id: row.id, field }] : []
        }),
      )
      return cells[cells.findIndex((candidate) => isSameCell(candidate, cell)) + step] ?? null
    },
  }
}

export const donorOf = ({ donor_name, donor }: donations.Donation): string => donor_name || donor.email || 'No name'
