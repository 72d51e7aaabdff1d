import { categories } from '@twofold/contract'
import { useState } from 'react'
import { usePermissions } from '../../../../shared/current-organization.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Checkbox } from '../../../../ui/choice.tsx'
import { Field, fieldId, Input } from '../../../../ui/field.tsx'
import { filterByName } from '../../../../ui/filter-by-name.ts'
import { plural } from '../../../../ui/format.ts'
import type { ProfileForm } from './use-profile-form.ts'

const sortedCategories = [...categories]
  .map(([id, name]) => ({ id, name }))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1))

export function CategoriesTab({ form }: { form: ProfileForm }) {
  const { admin } = usePermissions()
  const [term, setTerm] = useState('')
  const chosen = new Set(form.values.category_id_array)
  const shown = filterByName(sortedCategories, term)
  const toggle = (id: number, isSelected: boolean) => {
    const rest = form.values.category_id_array.filter((categoryId) => categoryId !== id)
    form.set('category_id_array', isSelected ? [...rest, id] : rest)
  }
  return (
    <Card>
      <CardTitle aside={<output className="text-muted">{plural(chosen.size, 'category', 'categories')} chosen</output>}>
        Categories
      </CardTitle>
      <p className="-mt-2 mb-4 max-w-[65ch] text-muted">
        Choose all that apply. Some employers only match certain kinds of nonprofits.
      </p>
      {form.problems.category_id_array && <p className="mb-4 text-danger-text">{form.problems.category_id_array}</p>}
      <Field name="category-filter" label="Find a category" className="mb-3 max-w-sm">
        <Input type="search" value={term} onChange={(event) => setTerm(event.target.value)} />
      </Field>
      <fieldset id={fieldId('category_id_array')} tabIndex={-1} disabled={!admin} className="outline-none">
        <legend className="sr-only">Categories</legend>
        <div className="grid gap-x-6 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map(({ id, name }) => (
            <Checkbox
              key={id}
              label={name}
              checked={chosen.has(id)}
              onChange={(event) => toggle(id, event.target.checked)}
            />
          ))}
        </div>
        {shown.length === 0 && <p className="py-3 text-muted">No category matches your search.</p>}
      </fieldset>
    </Card>
  )
}
