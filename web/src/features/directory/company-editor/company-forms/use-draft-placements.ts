import { companyForms } from '@twofold/contract'
import { useState } from 'react'
import {
  type Box,
  clampToPage,
  createPlacement,
  type DraftPlacement,
  draftPlacementsOf,
  placementsOf,
  type Size,
  unplacedFields,
} from './placements.ts'

export function useDraftPlacements(form: companyForms.CompanyForm) {
  const [places, setPlaces] = useState(() => draftPlacementsOf(form.placements))
  const [chosenKey, setChosenKey] = useState<number | null>(null)
  const pageOf = (page: number): Size => form.pages[page - 1] ?? { width: 612, height: 792 }
  const saved = JSON.stringify(placementsOf(draftPlacementsOf(form.placements)))
  const given = placementsOf(places)
  return {
    places,
    chosen: places.find(({ key }) => key === chosenKey) ?? null,
    empty: unplacedFields(form.fields, places),
    isDirty: given === null || JSON.stringify(given) !== saved,
    isFull: places.length >= companyForms.formLimits.placements,
    pageOf,
    choose: setChosenKey,
    change: (place: DraftPlacement) =>
      setPlaces((before) =>
        before.map((one) => (one.key === place.key ? clampToPage(place, pageOf(place.page)) : one)),
      ),
    add: ({ page, x, y, width, height }: Box, source: DraftPlacement['source'] = '') => {
      if (places.length >= companyForms.formLimits.placements) return
      const place = createPlacement(clampToPage({ page, x, y, width, height }, pageOf(page)), source)
      setPlaces([...places, place])
      setChosenKey(place.key)
    },
    remove: (key: number) => {
      setPlaces((before) => before.filter((one) => one.key !== key))
      setChosenKey(null)
    },
    reset: () => {
      setPlaces(draftPlacementsOf(form.placements))
      setChosenKey(null)
    },
  }
}
export type DraftPlacements = ReturnType<typeof useDraftPlacements>
