import { companyForms } from '@twofold/contract'
import { quoted } from '@twofold/matching'
import { type PointerEvent, useRef, useState } from 'react'
import { useApiQuery } from '../../../../api/use-api.ts'
import { cx } from '../../../../ui/class-names.ts'
import { Loading } from '../../../../ui/spinner.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { useDebounced } from '../../../../ui/use-debounced.ts'
import type { DraftPlacements } from './placements.ts'
import {
  type Box,
  boxBetween,
  type DraftPlacement,
  labelOf,
  moveBox,
  type Point,
  placementsOf,
  resizeBox,
  smallest,
} from './placements.ts'

type Drag =
  | { readonly mode: 'draw'; readonly from: Point; readonly to: Point }
  | { readonly mode: 'move' | 'stretch'; readonly from: Point; readonly placement: DraftPlacement }

/** Takes no focus: the list next to the page works by keyboard. On touch screens, a tap selects and a drag scrolls. */
export function FormPage({
  form,
  page,
  state,
  withExample,
}: {
  form: companyForms.CompanyForm
  page: number
  state: DraftPlacements
  withExample: boolean
}) {
  const sheet = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<Drag | null>(null)
  const { places, chosen, empty, choose, change, add, pageOf } = state
  const size = pageOf(page)
  const example = useDebounced(withExample ? (placementsOf(places) ?? []) : [])
  const { data, error, isFetching, refetch } = useApiQuery(
    companyForms.showCompanyForm,
    { params: { companyId: form.company_id, page }, body: { placements: withExample ? example : [] } },
    { keepPrevious: withExample, staleMs: Number.POSITIVE_INFINITY },
  )
  const pointOf = ({ clientX, clientY }: PointerEvent): Point => {
    const frame = sheet.current?.getBoundingClientRect()
    if (!frame) return { x: 0, y: 0 }
    const toPagePoints = (offset: number, length: number, points: number) =>
      Math.min(points, Math.max(0, (offset / length) * points))
    return {
      x: toPagePoints(clientX - frame.left, frame.width, size.width),
      y: toPagePoints(clientY - frame.top, frame.height, size.height),
    }
  }
  const start = (event: PointerEvent) => {
    if (event.button !== 0 || !(event.target instanceof Element)) return
    const placement = places.find(({ key }) => String(key) === partOf(event.target, 'place'))
    const field = empty.find(({ name }) => name === partOf(event.target, 'field'))
    const from = pointOf(event)
    if (placement) choose(placement.key)
    if (field) return add(field)
    if (event.pointerType === 'touch') return
    event.preventDefault()
    sheet.current?.setPointerCapture(event.pointerId)
    if (placement)
      return setDrag({ mode: partOf(event.target, 'corner') === null ? 'move' : 'stretch', from, placement })
    setDrag({ mode: 'draw', from, to: from })
  }
  const continueDrag = (event: PointerEvent) => {
    if (!drag) return
    const to = pointOf(event)
    if (drag.mode === 'draw') return setDrag({ ...drag, to })
    const by = drag.mode === 'move' ? moveBox : resizeBox
    change(by(drag.placement, to.x - drag.from.x, to.y - drag.from.y, size))
  }
  const end = () => {
    setDrag(null)
    if (drag?.mode !== 'draw') return
    const box = boxBetween(drag.from, drag.to, page)
    if (box.width >= smallest.width && box.height >= smallest.height) add(box)
    else choose(null)
  }
  const boxStyle = (box: Omit<Box, 'page'>) => ({
    left: `${(box.x / size.width) * 100}%`,
    top: `${(box.y / size.height) * 100}%`,
    width: `${(box.width / size.width) * 100}%`,
    height: `${(box.height / size.height) * 100}%`,
  })
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div
      ref={sheet}
      className="relative w-full cursor-crosshair overflow-hidden border border-edge/60 select-none"
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      onPointerDown={start}
      onPointerMove={continueDrag}
      onPointerUp={end}
      onPointerCancel={() => setDrag(null)}
    >
      {!data && <Loading text="Drawing the page..." />}
      {data && (
        <img
          src={data.image}
          draggable={false}
          className="pointer-events-none absolute inset-0 size-full"
          alt={`Page ${page} of ${form.name}${withExample ? ', filled in with example data' : ''}`}
        />
      )}
      {data && withExample && isFetching && (
        <p className="absolute top-2 right-2 rounded-control bg-surface px-3 py-1 text-sm shadow-float">
          Filling it in...
        </p>
      )}
      <div aria-hidden="true" className={cx(!data && 'hidden')}>
        {empty
          .filter((field) => field.page === page)
          .map((field) => (
            <span
              key={`${field.name} ${field.x} ${field.y}`}
              data-field={field.name}
              style={boxStyle(field)}
              title={`Empty field ${quoted(field.name)}`}
              className="absolute cursor-pointer border-2 border-dashed border-[#9a6a00] bg-[#ffd47a]/35 hover:bg-[#ffd47a]/70"
            />
          ))}
        {places
          .filter((placement) => placement.page === page)
          .map((placement) => (
            <span
              key={placement.key}
              data-place={placement.key}
              style={boxStyle(placement)}
              title={labelOf(placement)}
              className={cx(
                'absolute cursor-move border leading-none',
                chosen?.key === placement.key
                  ? 'z-10 border-2 border-[#0f5c46]'
                  : 'border-[#0f5c46]/70 hover:bg-[#bfe6d4]/60',
                !withExample && (chosen?.key === placement.key ? 'bg-[#bfe6d4]/55' : 'bg-[#dcefe6]/45'),
                placement.source === '' && 'border-[#b3261e] bg-[#f6c9c4]/50',
              )}
            >
              {!withExample && (
                <span className="pointer-events-none block truncate px-0.5 text-[0.6875rem] text-[#0d3b2e]">
                  {labelOf(placement)}
                </span>
              )}
              {chosen?.key === placement.key && (
                <span
                  data-place={placement.key}
                  data-corner="true"
                  className="absolute -right-1.5 -bottom-1.5 size-3 cursor-nwse-resize border border-white bg-[#0f5c46]"
                />
              )}
            </span>
          ))}
        {drag?.mode === 'draw' && (
          <span
            style={boxStyle(boxBetween(drag.from, drag.to, page))}
            className="pointer-events-none absolute border-2 border-[#0f5c46] bg-[#bfe6d4]/40"
          />
        )}
      </div>
    </div>
  )
}

const partOf = (target: EventTarget, name: 'place' | 'field' | 'corner'): string | null =>
  target instanceof HTMLElement ? (target.dataset[name] ?? null) : null
