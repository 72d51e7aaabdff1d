import { type policies, suggestions } from '@twofold/contract'
import { useApiMutation } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { EditorDialog, type EditorSection } from '../editor/editor-dialog.tsx'

const sections: readonly EditorSection[] = [
  {
    wide: true,
    fields: [
      {
        name: 'about',
        label: 'What is wrong?',
        kind: 'choice',
        options: { '': 'Choose one', ...suggestions.suggestionSubjects },
      },
      { name: 'value', label: 'What is right?', maxLength: 500 },
      {
        name: 'source_url',
        label: 'Source (web page)',
        optional: true,
        hint: 'We can check faster with a source.',
        maxLength: 500,
        placeholder: 'https://',
      },
      { name: 'note', label: 'Note to our support team', optional: true, lines: 3, maxLength: 1000 },
    ],
  },
]

type Props = { company: policies.OrganizationCompany; onClose: () => void }

export default function SuggestDialog({ company: { company }, onClose }: Props) {
  const params = { id: useOrganization().id, companyId: company.id }
  const suggest = useApiMutation(suggestions.suggestCorrection, { refreshes: [suggestions.listOwnSuggestions] })
  return (
    <EditorDialog
      title="Suggest a correction"
      description={`For everyone who looks up ${company.name}. If it only applies to you, add your own policy instead.`}
      sections={sections}
      schema={suggestions.suggestionForm}
      start={{}}
      action="Send"
      save={async (body) => {
        await suggest.mutateAsync({ params, body })
        toast({ title: 'Correction sent', description: 'We’ll check it and email you the result.' })
      }}
      onClose={onClose}
    />
  )
}
