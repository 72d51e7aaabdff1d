import { type policies, suggestions } from '@twofold/contract'
import { useState } from 'react'
import { useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { formatDateTime } from '../../../../ui/format.ts'
import { lazyDialog } from '../../../../ui/lazy.tsx'
import { describeChange } from '../editor/change-text.ts'

const SuggestDialog = lazyDialog(() => import('./suggest-dialog.tsx'))

const stateLabels = {
  waiting: 'Not reviewed yet',
  accepted: 'Accepted',
  declined: 'Declined',
} as const

export function SuggestionsCard({ company }: { company: policies.OrganizationCompany }) {
  const { id, time_zone } = useOrganization()
  const permissions = usePermissions()
  const [open, setOpen] = useState(false)
  const { data } = useApiQuery(suggestions.listOwnSuggestions, { params: { id, companyId: company.company.id } })
  const ownSuggestions = data?.suggestions ?? []
  if (ownSuggestions.length === 0 && !permissions.write) return null
  return (
    <Card>
      <CardTitle>Is something wrong here?</CardTitle>
      <ul className="space-y-4">
        {ownSuggestions.map((suggestion) => (
          <li key={suggestion.id}>
            <p className="text-sm text-muted">{suggestions.suggestionSubjects[suggestion.about]}</p>
            <p className="break-words">{suggestion.value}</p>
            <p className="text-sm break-words text-muted">
              {suggestion.by ?? 'A donor'}, {formatDateTime(suggestion.at, time_zone)}. {stateLabels[suggestion.state]}
              {suggestion.reason && `: ${suggestion.reason}`}
            </p>
            {suggestion.state === 'accepted' && (
              <p className="text-sm break-words text-muted">
                {suggestion.changed.length === 0
                  ? 'No change was made.'
                  : `Changed in the directory: ${suggestion.changed.map((change) => describeChange(change)).join('; ')}.`}
              </p>
            )}
          </li>
        ))}
      </ul>
      {permissions.write && (
        <>
          {ownSuggestions.length === 0 && (
            <p className="text-muted">Tell us, with a source if you have one. We’ll fix it for everyone.</p>
          )}
          <Button className="mt-4" variant="secondary" onClick={() => setOpen(true)}>
            Suggest a correction
          </Button>
        </>
      )}
      {open && <SuggestDialog company={company} onClose={() => setOpen(false)} />}
    </Card>
  )
}
