import { directory } from '@twofold/contract'
import { useApiQuery } from '../../../../api/use-api.ts'
import type { EditorField } from './field-values.ts'

/** Always offers `chosen`. */
export function useRequestMethodFields(chosen: string | null | undefined): readonly EditorField[] {
  const { data } = useApiQuery(directory.listDirectoryPlatforms, {}, { staleMs: 60_000 })
  const platforms = data?.platforms.filter(({ id, kind }) => kind === 'workplace' || id === chosen) ?? []
  const isListed = !chosen || ['none', 'other'].includes(chosen) || platforms.some(({ id }) => id === chosen)
  return [
    {
      name: 'match_method',
      label: 'Match method',
      options: {
        '': 'Not known',
        csr: 'CSR portal: the donor requests it there',
        contact: 'Contact: the donor emails or writes to the company',
        form: 'Form: the donor signs it',
        mail: 'Mail: a paper form by post',
      },
    },
    {
      name: 'csr_platform',
      label: 'CSR platform',
      options: {
        '': 'Not known',
        none: 'None',
        other: 'Another one',
        ...(isListed ? {} : { [chosen]: chosen }),
        ...Object.fromEntries(platforms.map(({ id, name }) => [id, name])),
      },
    },
    {
      name: 'verification',
      label: 'How gifts are verified',
      options: { '': 'Not known', both: 'Both: by email and phone', email: 'By email', phone: 'By phone' },
    },
  ]
}
