import { companyForms, directory } from '@twofold/contract'
import { useState } from 'react'

/** A change of the form refreshes these. */
export const formDependentRoutes = [
  companyForms.getCompanyForm,
  companyForms.showCompanyForm,
  directory.getDirectoryCompany,
  directory.listDirectoryChanges,
] as const

export type DraftPlacement = Omit<companyForms.Placement, 'source'> & {
  readonly key: number
  readonly source: companyForms.FormSource | ''
}

export type Box = Pick<DraftPlacement, 'page' | 'x' | 'y' | 'width' | 'height'>
export type Size = companyForms.CompanyForm['pages'][number]

export const smallest = { width: 12, height: 8 } as const
const defaultFontSize = 10

let lastKey = 0
const nextKey = (): number => {
  lastKey += 1
  return lastKey
}

export const draftPlacementsOf = (placements: readonly companyForms.Placement[]): DraftPlacement[] =>
  placements.map((placement) => ({ ...placement, key: nextKey() }))

export const createPlacement = (box: Box, source: DraftPlacement['source'] = ''): DraftPlacement => ({
  ...box,
  key: nextKey(),
  source,
  size: Math.min(defaultFontSize, Math.max(6, Math.round(box.height * 0.65))),
})

/** Null while a placement has no source. */
export function placementsOf(places: readonly DraftPlacement[]): companyForms.Placement[] | null {
  const chosen: companyForms.Placement[] = []
  for (const { key: _, source, ...place } of places) {
    if (source === '') return null
    chosen.push({ ...place, source })
  }
  return chosen
}

export const labelOf = ({ source }: Pick<DraftPlacement, 'source'>): string =>
  source === '' ? 'No content chosen' : companyForms.formSources[source].label

const rounded = (points: number): number => Math.round(points * 10) / 10
const clamp = (min: number, value: number, max: number): number => Math.min(max, Math.max(min, value))

export function clampToPage<B extends Box>(box: B, page: Size): B {
  const width = clamp(smallest.width, box.width, page.width)
  const height = clamp(smallest.height, box.height, page.height)
  return {
    ...box,
    width: rounded(width),
    height: rounded(height),
    x: rounded(clamp(0, box.x, page.width - width)),
    y: rounded(clamp(0, box.y, page.height - height)),
  }
}

export const moveBox = <B extends Box>(box: B, right: number, down: number, page: Size): B =>
  clampToPage({ ...box, x: box.x + right, y: box.y + down }, page)

export const resizeBox = <B extends Box>(box: B, right: number, down: number, page: Size): B => ({
  ...box,
  width: rounded(clamp(smallest.width, box.width + right, page.width - box.x)),
  height: rounded(clamp(smallest.height, box.height + down, page.height - box.y)),
})

export const boxBetween = (from: Point, to: Point, page: number): Box => ({
  page,
  x: rounded(Math.min(from.x, to.x)),
  y: rounded(Math.min(from.y, to.y)),
  width: rounded(Math.abs(to.x - from.x)),
  height: rounded(Math.abs(to.y - from.y)),
})

export type Point = { readonly x: number; readonly y: number }

const steps: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves by one point, or resizes with Shift. Null for any other key. */
export function applyArrowKey(
  placement: DraftPlacement,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  page: Size,
): DraftPlacement | null {
  const step = steps[key]
  if (!step) return null
  return shiftKey ? resizeBox(placement, ...step, page) : moveBox(placement, ...step, page)
}

export const unplacedFields = (
  fields: readonly companyForms.FormField[],
  places: readonly Box[],
): companyForms.FormField[] => fields.filter((field) => !places.some((placement) => overlaps(field, placement)))

const overlaps = (a: Box, b: Box): boolean =>
  a.page === b.page && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

export function useDraftPlacements(form: companyForms.CompanyForm) {
  const [places, setPlaces] = useState(() => draftPlacementsOf(form.placements))
  const [chosenKey, setChosenKey] = useState<number | null>(null)
  const pageOf = (page: number): Size => form.pages[page - 1] ?? { width: 612, height: 792 }
  const saved = JSON.stringify(placementsOf(draftPlacementsOf(form.placements)))
  const placements = placementsOf(places)
  return {
    places,
    chosen: places.find(({ key }) => key === chosenKey) ?? null,
    empty: unplacedFields(form.fields, places),
    isDirty: placements === null || JSON.stringify(placements) !== saved,
    isFull: places.length >= companyForms.formLimits.placements,
    pageOf,
    choose: setChosenKey,
    change: (changed: DraftPlacement) =>
      setPlaces((before) =>
        before.map((placement) =>
          placement.key === changed.key ? clampToPage(changed, pageOf(changed.page)) : placement,
        ),
      ),
    add: ({ page, x, y, width, height }: Box, source: DraftPlacement['source'] = '') => {
      if (places.length >= companyForms.formLimits.placements) return
      const placement = createPlacement(clampToPage({ page, x, y, width, height }, pageOf(page)), source)
      setPlaces([...places, placement])
      setChosenKey(placement.key)
    },
    remove: (key: number) => {
      setPlaces((before) => before.filter((placement) => placement.key !== key))
      setChosenKey(null)
    },
    reset: () => {
      setPlaces(draftPlacementsOf(form.placements))
      setChosenKey(null)
    },
  }
}
export type DraftPlacements = ReturnType<typeof useDraftPlacements>
