import { categories, directory, linkTo, screens } from '@twofold/contract'
import { useNavigate } from 'react-router'
import { call } from '../../../../api/client.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { CompanySearch } from '../../../core/companies/index.ts'
import { ChangeReview } from './change-review.tsx'
import { EditorDialog } from './editor-dialog.tsx'
import type { EditorField } from './field-values.ts'
import { useRequestMethodFields } from './request-method-fields.ts'

type Props = {
  company: directory.DirectoryCompany | null
  name?: string
  onClose: () => void
}

const fields: readonly EditorField[] = [
  { name: 'name', label: 'Name', maxLength: 200 },
  { name: 'website', label: 'Website', optional: true, placeholder: 'https://example.com' },
  { name: 'industry', label: 'Industry', optional: true, maxLength: 100 },
  { name: 'country', label: 'Country', maxLength: 2 },
  {
    name: 'aliases',
    label: 'Other names',
    optional: true,
    inRow: true,
    hint: 'One per line: brands, abbreviations, former names',
  },
  {
    name: 'email_domains',
    label: 'Email domains',
    optional: true,
    inRow: true,
    hint: 'One per line. Donors with these addresses work here.',
  },
  {
    name: 'time_zone',
    label: 'Time zone for deadlines',
    options: Intl.supportedValuesOf('timeZone').map((zone) => [zone, zone]),
  },
]

export default function CompanyDialog({ company, name = '', onClose }: Props) {
  const navigate = useNavigate()
  const id = company?.company.company_id
  const requestFields = useRequestMethodFields(company?.company.csr_platform)
  const save = useApiMutation(directory.saveDirectoryCompany, {
    refreshes: [directory.getDirectoryCompany, directory.listDirectoryChanges],
  })
  const parent: EditorField = {
    name: 'parent_id',
    label: 'Part of',
    kind: 'other',
    optional: true,
    inRow: true,
    hint: 'It follows the parent company’s policy unless it has its own.',
    control: (set) => (
      <CompanySearch
        value={company?.parent?.name ?? ''}
        placeholder="Type the name of a company"
        onlyOf={{ directoryBut: id ?? null }}
        onChoose={(match) => set(match?.company_id ?? null)}
      />
    ),
  }
  return (
    <EditorDialog
      width="wide"
      title={company ? `Edit ${company.company.name}` : 'Add a company'}
      sections={[
        { columns: 2, fields: [...fields, parent] },
        { fields: requestFields },
        {
          wide: true,
          fields: [
            {
              name: 'category_ids',
              label: 'Categories it matches',
              kind: 'set',
              hint: 'Leave empty if it matches every kind of nonprofit, or if you don’t know.',
              options: [...categories],
            },
          ],
        },
      ]}
      schema={directory.companyForm}
      fixedValues={id === undefined ? {} : { company_id: id }}
      start={company?.company ?? { name, country: 'US', time_zone: 'America/New_York' }}
      preview={(body) => call(directory.reviewDirectoryCompany, { body })}
      showReview={(review) => <ChangeReview review={review} />}
      action={company ? 'Save company' : 'Add company'}
      save={async (body) => {
        const { company: saved } = await save.mutateAsync({ body })
        toast({ title: company ? 'Company saved' : 'Company added', description: saved.name })
        if (!company) void navigate(linkTo(screens.directoryCompany, { companyId: saved.company_id }))
      }}
      failed={directory.directoryMessages.saveFailed}
      onClose={onClose}
    />
  )
}
