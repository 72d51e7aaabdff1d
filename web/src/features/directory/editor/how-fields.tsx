import { directory } from '@twofold/contract'
import { useAnswer } from '../../../api/use-call.ts'
import { Select } from '../../../ui/choice.tsx'
import { Field } from '../../../ui/field.tsx'

type Name = 'match_method' | 'csr_platform' | 'verification'
type Control = {
  readonly name: string
  readonly value: string
  readonly onChange: (event: { target: { value: string } }) => void
}

/** How a match is asked for and confirmed, as the dialogs of a company and of its policy both have it. */
export function HowFields({
  field,
  errors,
}: {
  field: (name: Name) => Control
  errors: { readonly [Of in Name]?: string | undefined }
}) {
  const { data } = useAnswer(directory.listDirectoryPlatforms, {}, { staleMs: 60_000 })
  const platform = field('csr_platform')
  const offered = data?.platforms.filter(({ id, kind }) => kind === 'workplace' || id === platform.value) ?? []
  const isListed = offered.some(({ id }) => id === platform.value)
  return (
    <>
      <Field name="match_method" label="Match method" error={errors.match_method}>
        <Select {...field('match_method')}>
          <option value="">Not known</option>
          <option value="csr">CSR portal: the donor asks there</option>
          <option value="contact">Contact: the donor writes to the company</option>
          <option value="form">Form: the donor signs it</option>
          <option value="mail">Mail: a paper form by post</option>
        </Select>
      </Field>
      <Field name="csr_platform" label="CSR platform" error={errors.csr_platform}>
        <Select {...platform}>
          <option value="">Not known</option>
          <option value="none">None</option>
          <option value="other">Another one</option>
          {!isListed && !['', 'none', 'other'].includes(platform.value) && (
            <option value={platform.value}>{platform.value}</option>
          )}
          {offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field name="verification" label="How gifts are verified" error={errors.verification}>
        <Select {...field('verification')}>
          <option value="">Not known</option>
          <option value="both">Both: by email and phone</option>
          <option value="email">By email</option>
          <option value="phone">By phone</option>
        </Select>
      </Field>
    </>
  )
}
