import type { donations } from '@twofold/contract'
import { type RefObject, useRef, useState } from 'react'
import { usePermissions } from '../../../../shared/current-organization.tsx'
import type { Column } from '../columns/columns.ts'

export type EditableField = 'amount' | 'company'
export type EditableCell = { readonly id: number; readonly field: EditableField }

export type InlineEdit = {
  readonly open: EditableCell | null
  /** Saves what is open first, and stays there if it is refused. */
  readonly start: (cell: EditableCell) => void
  readonly close: (to: EditableCell | null) => void
  readonly rows: readonly donations.Donation[]
  readonly columns: readonly Column[]
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
  const permissions = usePermissions()
  if (!permissions.write) return null
  return {
    open,
    leave,
    rows,
    columns,
    start: (cell) => (leave.current ? leave.current(cell) : setOpen(cell)),
    close: setOpen,
  }
}

export const donorOf = ({ donor_name, donor }: donations.Donation): string => donor_name || donor.email || 'No name'
