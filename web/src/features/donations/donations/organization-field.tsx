import type { organizations } from '@twofold/contract'
import { type ReactNode, Suspense } from 'react'
import { Select } from '../../../ui/choice.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { dropdownLimit, OrganizationPicker } from '../../accounts/organizations/index.ts'
import type { ListState } from './list-state.ts'
import type { ChangeListState } from './use-list-state.ts'

type Props = { state: ListState; change: ChangeListState; organization: organizations.Organization; label: string }

export default function OrganizationField({ state, change, organization, label }: Props) {
  const family = [organization, ...organization.children]
  const all = 'All organizations'
  const choose = (id: number | null) => change({ organization: id ?? undefined })
  const inField = (control: ReactNode) => (
    <Field name="org" label={label}>
      {control}
    </Field>
  )
  if (family.length > dropdownLimit) {
    return inField(
      <Suspense fallback={<Input disabled />}>
        <OrganizationPicker organizations={family} chosen={state.organization ?? null} all={all} onChoose={choose} />
      </Suspense>,
    )
  }
  return inField(
    <Select value={state.organization ?? ''} onChange={(event) => choose(Number(event.target.value) || null)}>
      <option value="">{all}</option>
      {family.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>,
  )
}
