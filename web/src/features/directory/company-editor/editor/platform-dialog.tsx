import { directory } from '@twofold/contract'
import { call } from '../../../../api/client.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { plural } from '../../../../ui/format.ts'
import { toast } from '../../../../ui/toast-store.ts'
import { ChangeReview } from './change-review.tsx'
import { EditorDialog, type EditorSection } from './editor-dialog.tsx'

const address = { optional: true, inRow: true, placeholder: 'https://example.com' } as const
const steps = { optional: true, inRow: true, lines: 6 } as const

const sections: readonly EditorSection[] = [
  {
    wide: true,
    fields: [
      { name: 'name', label: 'Name', maxLength: 100 },
      {
        name: 'kind',
        label: 'Purpose',
        hint: 'Company policies can only use platforms where employees request matches.',
        options: directory.platformKindLabels,
      },
    ],
  },
  {
    columns: 2,
    fields: [
      {
        name: 'employee_url',
        label: 'Where employees sign in',
        hint: 'COMPANY is replaced with each company’s part of the address',
        ...address,
      },
      {
        name: 'nonprofit_url',
        label: 'Where nonprofits sign in',
        hint: 'To verify gifts and get paid',
        ...address,
      },
      {
        name: 'employee_steps',
        label: 'Steps for employees',
        hint: 'How to request a match, one step per line. Your steps aren’t translated for French and Spanish donors.',
        ...steps,
      },
      {
        name: 'nonprofit_steps',
        label: 'Steps for nonprofits',
        hint: 'How to verify gifts and get paid, one step per line',
        ...steps,
      },
      {
        name: 'payer_names',
        label: 'Payer names',
        optional: true,
        hint: 'One per line, as they appear on bank statements and payout reports, most common first',
        className: 'sm:col-span-2',
      },
      { name: 'source_url', label: 'Source', optional: true, placeholder: 'https://example.com/help' },
      {
        name: 'as_of',
        label: 'As of',
        optional: true,
        inRow: true,
        hint: 'A year, a month or a day: 2026-03',
        maxLength: 10,
      },
    ],
  },
]

type Props = { platform: directory.DirectoryPlatform; onClose: () => void }

export default function PlatformDialog({ platform, onClose }: Props) {
  const params = { platformId: platform.id }
  const save = useApiMutation(directory.saveDirectoryPlatform, {
    refreshes: [directory.listDirectoryPlatforms, directory.listDirectoryChanges, directory.getDirectoryCompany],
  })
  return (
    <EditorDialog
      width="wide"
      title={`Edit ${platform.name}`}
      description={
        platform.companies === 0
          ? 'No company’s policy uses it yet.'
          : `${plural(platform.companies, 'company policy uses', 'company policies use')} it. Donors see its steps when we don’t know the company’s own portal address.`
      }
      sections={sections}
      schema={directory.platformForm}
      start={platform}
      preview={(body) => call(directory.reviewDirectoryPlatform, { params, body })}
      showReview={(review) => <ChangeReview review={review} />}
      action="Save platform"
      save={async (body) => {
        await save.mutateAsync({ params, body })
        toast({ title: 'Platform saved', description: body.name })
      }}
      failed="Failed to save the platform."
      onClose={onClose}
    />
  )
}
