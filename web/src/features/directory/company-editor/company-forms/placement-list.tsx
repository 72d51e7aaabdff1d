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
  const open = (place: DraftPlacement) => {
    choose(place.key)
    onPage(place.page)
  }
  const addHere = () => {
    const { width, height } = pageOf(page)
    add({ page, x: width / 2 - 80, y: height / 2 - 9, width: 160, height: 18 })
  }
  const ordered = places.toSorted((one, other) => one.page - other.page || one.y - other.y || one.x - other.x)
  const several = form.pages.length > 1
  return (
    <div className="space-y-6">
      <Part
        title="Fields"
        aside={
          <Button look="secondary" size="small" onClick={addHere} disabled={isFull}>
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
          {ordered.map((place) => (
            <li key={place.key}>
              <button
                type="button"
                aria-expanded={chosen?.key === place.key}
                onClick={() => (chosen?.key === place.key ? choose(null) : open(place))}
                onKeyDown={(event) => {
                  const next = chosen?.key === place.key ? applyArrowKey(place, event, pageOf(place.page)) : null
                  if (!next) return
                  event.preventDefault()
                  change(next)
                }}
                className={cx(
                  'flex min-h-11 w-full items-center gap-2 px-2 text-left hover:bg-ink/6',
                  chosen?.key === place.key && 'bg-brand-soft font-semibold',
                )}
              >
                {place.source === '' && (
                  <TriangleAlert className="size-4.5 shrink-0 text-problem-text" aria-hidden="true" />
                )}
                <span className="min-w-0 flex-1">{labelOf(place)}</span>
                <span className="text-sm font-normal whitespace-nowrap text-muted tabular-nums">
                  {several && `page ${place.page} · `}
                  {Math.round(place.x)}, {Math.round(place.y)}
                </span>
              </button>
              {chosen?.key === place.key && (
                <div className="px-2 py-4">
                  <PlacementFields
                    place={place}
                    pages={form.pages}
                    onChange={(changed) => {
                      change(changed)
                      onPage(changed.page)
                    }}
                    onRemove={() => remove(place.key)}
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
                  {several && <span className="text-muted"> · page {field.page}</span>}
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
