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
        label: 'What it is for',
        hint: 'Policies of companies lead only to where employees request matches.',
        options: directory.platformKindWords,
      },
    ],
  },
  {
    columns: 2,
    fields: [
      {
        name: 'employee_url',
        label: 'Where employees sign in',
        hint: 'COMPANY stands for each company’s own part',
        ...address,
      },
      {
        name: 'nonprofit_url',
        label: 'Where nonprofits sign in',
        hint: 'To verify gifts, and to be paid',
        ...address,
      },
      {
        name: 'employee_steps',
        label: 'What employees do',
        hint: 'One step per line: how to request a match. French and Spanish donors read the directory’s own steps in their language, yours as you write them.',
        ...steps,
      },
      {
        name: 'nonprofit_steps',
        label: 'What nonprofits do',
        hint: 'One step per line: how to verify gifts and be paid',
        ...steps,
      },
      {
        name: 'payer_names',
        label: 'Names it pays under',
        optional: true,
        hint: 'One a line, as bank statements and payout reports write them, the usual one first',
        className: 'sm:col-span-2',
      },
      { name: 'source_url', label: 'Where it says so', optional: true, placeholder: 'https://example.com/help' },
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
          : `The policies of ${plural(platform.companies, 'company', 'companies')} lead there. Donors read its steps where the company’s own address is not known.`
      }
      sections={sections}
      shape={directory.platformForm}
      start={platform}
      look={(body) => call(directory.reviewDirectoryPlatform, { params, body })}
      show={(review) => <ChangeReview review={review} />}
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
