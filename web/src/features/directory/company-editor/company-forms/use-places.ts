import { companyForms } from '@twofold/contract'
import { useState } from 'react'
import { type Box, emptyFields, inside, type Place, placeAt, placementsOf, placesOf, type Size } from './places.ts'

/** The edited placements of a form, saved as a whole. */
export function usePlaces(form: companyForms.CompanyForm) {
  const [places, setPlaces] = useState(() => placesOf(form.placements))
  const [chosenKey, setChosenKey] = useState<number | null>(null)
  const pageOf = (page: number): Size => form.pages[page - 1] ?? { width: 612, height: 792 }
  const saved = JSON.stringify(placementsOf(placesOf(form.placements)))
  const given = placementsOf(places)
  return {
    places,
    chosen: places.find(({ key }) => key === chosenKey) ?? null,
    /** Fields of the file without a placement. */
    empty: emptyFields(form.fields, places),
    isDirty: given === null || JSON.stringify(given) !== saved,
    isFull: places.length >= companyForms.formLimits.placements,
    pageOf,
    choose: setChosenKey,
    change: (place: Place) =>
      setPlaces((before) => before.map((one) => (one.key === place.key ? inside(place, pageOf(place.page)) : one))),
    /** Adds a placement and selects it. */
    add: ({ page, x, y, width, height }: Box, source: Place['source'] = '') => {
      if (places.length >= companyForms.formLimits.placements) return
      const place = placeAt(inside({ page, x, y, width, height }, pageOf(page)), source)
      setPlaces([...places, place])
      setChosenKey(place.key)
    },
    remove: (key: number) => {
      setPlaces((before) => before.filter((one) => one.key !== key))
      setChosenKey(null)
    },
    /** Restores the saved placements. */
    reset: () => {
      setPlaces(placesOf(form.placements))
      setChosenKey(null)
    },
  }
}
export type PlacesOfForm = ReturnType<typeof usePlaces>
