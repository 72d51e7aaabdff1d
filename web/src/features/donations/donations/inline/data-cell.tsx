import type { donations } from '@twofold/contract'
import { PenLine } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { cx } from '../../../../ui/class-names.ts'
import { lazyComponent } from '../../../../ui/lazy.tsx'
import { donorOf, editableField, type InlineEdit, isSameCell } from './inline-edit.ts'

const CellEditor = lazyComponent(() => import('./cell-editor.tsx'))

export function DataCell(props: {
  columnId: string
  donation: donations.Donation
  edit: InlineEdit | null
  className: string
  children: ReactNode
}) {
  const { columnId, donation, edit, className, children } = props
  const field = edit && editableField(columnId, donation)
  if (!edit || !field) return <td className={className}>{children}</td>
  const cell = { id: donation.id, field }
  return (
    <td className={cx(className, 'relative')}>
      {children}
      {isSameCell(edit.open, cell) ? (
        <Suspense fallback={null}>
          <CellEditor donation={donation} cell={cell} edit={edit} />
        </Suspense>
      ) : (
        <button
          type="button"
          data-edit={field}
          aria-label={`Edit ${field}, ${donorOf(donation)}`}
          onClick={() => edit.start(cell)}
          className={cx(
            'absolute top-1/2 inline-flex size-7 -translate-y-1/2 items-center justify-center rounded-md border border-hairline bg-surface text-muted opacity-0 hover:text-ink group-hover:opacity-100 group-has-focus-visible:opacity-100 pointer-coarse:hidden',
            field === 'amount' ? 'left-0.5' : 'right-0.5',
          )}
        >
          <PenLine className="size-3.5" aria-hidden="true" />
        </button>
      )}
    </td>
  )
}
