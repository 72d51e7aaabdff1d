import { donationChanges, type donations } from '@twofold/contract'
import { useEffect, useRef } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { Field, Input } from '../../../../ui/field.tsx'
import { CompanySearch } from '../../../core/companies/index.ts'
import { EmployerDialog } from '../match/employer-dialog.tsx'
import { useMatchChange } from '../match/use-match-change.ts'
import { useMatchForm } from '../match/use-match-form.ts'
import { donorOf, type EditableCell, editableField, type InlineEdit, isSameCell } from './inline-edit.ts'

/** Saves as the match dialog does, with one field. */
export default function CellEditor(props: { donation: donations.Donation; cell: EditableCell; edit: InlineEdit }) {
  const { donation, cell, edit } = props
  const { field } = cell
  const box = useRef<HTMLDivElement>(null)
  const next = useRef<EditableCell | null>(null)
  const isClosed = useRef(false)
  const focusInput = () => box.current?.querySelector('input')?.focus()
  const close = (to: EditableCell | null) => {
    if (isClosed.current) return
    isClosed.current = true
    edit.close(to)
    if (to === null) setTimeout(() => focusCell(cell))
  }
  const change = useMatchChange(donation)
  const form = useMatchForm(donation, change, focusInput, () => close(next.current))
  const error = form.errors[field]
  const isConflict = error !== undefined && form.errors.root === donationChanges.changeMessages.lost
  const leave = (to: EditableCell | null) => {
    next.current = to
    if (form.isDirty) form.save()
    else close(to)
  }
  const { leave: current } = edit
  useEffect(() => {
    current.current = leave
    return () => {
      current.current = null
    }
  })
  // A new round renders a new company input.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the round replaces the input
  useEffect(() => {
    const input = box.current?.querySelector('input')
    input?.focus()
    input?.select()
  }, [form.round])
  return (
    // A click in the editor or its dialog must not open the match.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops clicks
    // biome-ignore lint/a11y/useKeyWithClickEvents: it only stops clicks
    <div onClick={(event) => event.stopPropagation()}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are of the input inside */}
      <div
        ref={box}
        className={cx(
          'absolute top-0 z-5 rounded-card bg-surface p-0.5 text-left whitespace-normal shadow-float dark:bg-raised',
          field === 'amount' ? 'right-0' : 'left-0 min-w-full',
          error || form.errors.root ? 'w-72 p-2!' : field === 'amount' ? 'w-32' : 'w-64',
        )}
        onKeyDown={(event) => {
          if (event.defaultPrevented) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            close(null)
          } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement) {
            event.preventDefault()
            leave(null)
          } else if (event.key === 'Tab' && !isConflict) {
            event.preventDefault()
            leave(findNextCell(edit, cell, event.shiftKey ? -1 : 1))
          }
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          const isInside = relatedTarget && currentTarget.contains(relatedTarget)
          const isOfOtherCell = relatedTarget?.closest('[data-edit]')
          if (isClosed.current || isInside || isOfOtherCell || isConflict || form.naming || !document.hasFocus()) return
          leave(null)
        }}
      >
        <Field
          name={`cell.${field}`}
          hideLabel
          label={`${field === 'amount' ? `Amount (${donation.currency})` : 'Company'}, ${donorOf(donation)}`}
          error={error ?? form.errors.root}
        >
          {field === 'amount' ? (
            <Input
              inputMode="decimal"
              autoComplete="off"
              className="ml-auto w-31! text-right tabular-nums"
              {...form.field('amount')}
            />
          ) : (
            <CompanySearch
              key={form.round}
              value={form.values.company}
              onChoose={(company) =>
                company && form.set({ company: company.company?.name ?? company.name, companyId: company.company_id })
              }
              onType={(text) => form.set({ company: text, companyId: null })}
            />
          )}
        </Field>
        {isConflict && (
          <div className="mt-2 flex flex-wrap gap-2">
            <Button variant="secondary" size="small" onClick={() => close(null)}>
              Keep {form.start[field]}
            </Button>
            <Button size="small" busy={form.busy} onClick={form.save}>
              Change to {form.values[field]}
            </Button>
          </div>
        )}
      </div>
      {form.naming && (
        <EmployerDialog
          detail={donation}
          body={form.naming}
          busy={form.busy || change.busy}
          onClose={form.dropNaming}
          onSave={(restartsRequest) => void form.name(restartsRequest)}
        />
      )}
    </div>
  )
}

function findNextCell({ rows, columns }: InlineEdit, cell: EditableCell, step: 1 | -1): EditableCell | null {
  const cells = rows.flatMap((row) =>
    columns.flatMap((column) => {
      const field = editableField(column.id, row)
      return field ? [{ id: row.id, field }] : []
    }),
  )
  return cells[cells.findIndex((candidate) => isSameCell(candidate, cell)) + step] ?? null
}

/** Focuses the button of a closed cell, unless a dialog of the editor has restored the focus first. */
function focusCell({ id, field }: EditableCell): void {
  if (document.activeElement !== document.body) return
  const row = document.querySelector(`[data-row-link="${id}"]`)?.closest('tr')
  row?.querySelector<HTMLElement>(`[data-edit="${field}"]`)?.focus()
}
