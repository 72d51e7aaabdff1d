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
        options: { '': 'Please choose', ...suggestions.suggestionSubjects },
      },
      { name: 'value', label: 'What is right?', maxLength: 500 },
      {
        name: 'source_url',
        label: 'Web page that says so',
        optional: true,
        hint: 'Without a source it takes us longer to check.',
        maxLength: 500,
        placeholder: 'https://',
      },
      { name: 'note', label: 'Note for our support', optional: true, lines: 3, maxLength: 1000 },
    ],
  },
]

type Props = { company: policies.OrganizationCompany; onClose: () => void }

/** A form for a wrong value in the directory, its correction, and its source. */
export default function SuggestDialog({ company: { company }, onClose }: Props) {
  const params = { id: useOrganization().id, companyId: company.id }
  const suggest = useApiMutation(suggestions.suggestCorrection, { refreshes: [suggestions.listOwnSuggestions] })
  return (
    <EditorDialog
      title="Suggest a correction"
      description={`For everybody who looks up ${company.name}. Is something different only for you? Then add your own policy instead.`}
      sections={sections}
      shape={suggestions.suggestionForm}
      start={{}}
      action="Send"
      save={async (body) => {
        await suggest.mutateAsync({ params, body })
        toast({ title: 'Correction sent', description: 'Our support looks at it beside the source and answers you.' })
      }}
      onClose={onClose}
    />
  )
}
