import type { companyForms } from '@twofold/contract'
import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { cx } from '../../../../ui/class-names.ts'
import { PlacementFields, SourceSelect } from './placement-fields.tsx'
import type { DraftPlacements } from './placements.ts'
import { applyArrowKey, type DraftPlacement, labelOf } from './placements.ts'

export function PlacementList({
  form,
  page,
  state,
  onPage,
}: {
  form: companyForms.CompanyForm
  page: number
  state: DraftPlacements
  onPage: (page: number) => void
}) {
  const { places, chosen, empty, isFull, choose, change, add, remove, pageOf } = state
  const open = (placement: DraftPlacement) => {
    choose(placement.key)
    onPage(placement.page)
  }
  const addHere = () => {
    const { width, height } = pageOf(page)
    add({ page, x: width / 2 - 80, y: height / 2 - 9, width: 160, height: 18 })
  }
  const ordered = places.toSorted((a, b) => a.page - b.page || a.y - b.y || a.x - b.x)
  const hasManyPages = form.pages.length > 1
  return (
    <div className="space-y-6">
      <Part
        title="Fields"
        aside={
          <Button variant="secondary" size="small" onClick={addHere} disabled={isFull}>
            Add a field
          </Button>
        }
      >
        <p className="mb-2 text-sm text-muted">
          Draw a box on the page, select a dashed field, or add one here. Arrow keys move the selected field; Shift and
          arrow keys resize it.
        </p>
        {places.length === 0 && <p className="text-muted">No fields on this form yet.</p>}
        <ul className="divide-y divide-hairline border-y border-hairline">
          {ordered.map((placement) => (
            <li key={placement.key}>
              <button
                type="button"
                aria-expanded={chosen?.key === placement.key}
                onClick={() => (chosen?.key === placement.key ? choose(null) : open(placement))}
                onKeyDown={(event) => {
                  const next =
                    chosen?.key === placement.key ? applyArrowKey(placement, event, pageOf(placement.page)) : null
                  if (!next) return
                  event.preventDefault()
                  change(next)
                }}
                className={cx(
                  'flex min-h-11 w-full items-center gap-2 px-2 text-left hover:bg-ink/6',
                  chosen?.key === placement.key && 'bg-brand-soft font-semibold',
                )}
              >
                {placement.source === '' && (
                  <TriangleAlert className="size-4.5 shrink-0 text-problem-text" aria-hidden="true" />
                )}
                <span className="min-w-0 flex-1">{labelOf(placement)}</span>
                <span className="text-sm font-normal whitespace-nowrap text-muted tabular-nums">
                  {hasManyPages && `page ${placement.page} · `}
                  {Math.round(placement.x)}, {Math.round(placement.y)}
                </span>
              </button>
              {chosen?.key === placement.key && (
                <div className="px-2 py-4">
                  <PlacementFields
                    placement={placement}
                    pages={form.pages}
                    onChange={(changed) => {
                      change(changed)
                      onPage(changed.page)
                    }}
                    onRemove={() => remove(placement.key)}
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      </Part>
      {empty.length > 0 && (
        <Part title={`Unused PDF fields (${empty.length})`}>
          <ul className="space-y-3">
            {empty.map((field) => (
              <li key={`${field.name} ${field.page} ${field.x} ${field.y}`}>
                <span className="block break-words">
                  {field.name || 'Unnamed field'}
                  {hasManyPages && <span className="text-muted"> · page {field.page}</span>}
                </span>
                <SourceSelect
                  value=""
                  label={`Content of ${field.name}`}
                  onChange={(source) => {
                    add(field, source)
                    onPage(field.page)
                  }}
                />
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  )
}

function Part({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg font-semibold">{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
