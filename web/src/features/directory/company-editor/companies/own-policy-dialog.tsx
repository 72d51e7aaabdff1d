import { policies } from '@twofold/contract'
import { formatDeadline } from '@twofold/matching'
import { call } from '../../../../api/client.ts'
import { useApiMutation } from '../../../../api/use-api.ts'
import { useOrganization } from '../../../../shared/current-organization.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { PolicyReview } from '../editor/change-review.tsx'
import { EditorDialog } from '../editor/editor-dialog.tsx'

const offeredRules = [
  'days:30',
  'days:60',
  'days:90',
  'days:180',
  'days:365',
  'year_end',
  'year_end+31',
  'year_end+60',
  'year_end+90',
]

/** Always offers the policy's rule. */
function deadlineOptions(chosen: string | null): Record<string, string> {
  const rules = new Set(chosen ? [...offeredRules, chosen] : offeredRules)
  const entries = [...rules].map((rule) => {
    const text = formatDeadline(rule) || rule
    return [rule, text.charAt(0).toUpperCase() + text.slice(1)]
  })
  return { '': 'The company’s standard deadline', ...Object.fromEntries(entries) }
}

type Props = {
  company: policies.OrganizationCompany
  policy: policies.OwnPolicy | null
  onClose: () => void
}

/** Blank fields use the company's general policy. */
export default function OwnPolicyDialog({ company: { company }, policy, onClose }: Props) {
  const { id, today, currency } = useOrganization()
  const params = { id, companyId: company.id }
  const save = useApiMutation(policies.saveOwnPolicy, { refreshes: [policies.getOrganizationCompany] })
  const year = today.slice(0, 4)
  return (
    <EditorDialog
      title={policy ? 'Change your own policy' : 'Add your own policy'}
      description={`How ${company.name} matches gifts to you and your chapters. Leave blank to use its standard policy. Enter 0 for no limit.`}
      sections={[
        {
          columns: 2,
          fields: [
            { name: 'start_date', label: 'For gifts from', kind: 'date' },
            { name: 'end_date', label: 'To', kind: 'date', optional: true },
            {
              name: 'ratio',
              label: 'Ratio (company : donor)',
              optional: true,
              placeholder: company.ratio ?? 'like 3:1',
            },
            { name: 'min_amount', label: `Minimum gift (${currency})`, optional: true },
            { name: 'max_per_gift', label: `Maximum per gift (${currency})`, optional: true },
            { name: 'max_per_year', label: `Maximum per year (${currency})`, optional: true },
          ],
        },
        {
          wide: true,
          fields: [
            { name: 'deadline_rule', label: 'Deadline', options: deadlineOptions(policy?.deadline_rule ?? null) },
            { name: 'note', label: 'Who told you, and when', optional: true, maxLength: 500 },
          ],
        },
      ]}
      schema={policies.ownPolicyForm}
      fixedValues={policy ? { own_policy_id: policy.id } : {}}
      start={policy ?? { start_date: `${year}-01-01`, end_date: `${year}-12-31` }}
      preview={(body) => call(policies.reviewOwnPolicy, { params, body })}
      showReview={(review) => <PolicyReview review={review} />}
      action="Save policy"
      save={async (body) => {
        await save.mutateAsync({ params, body })
        toast({ title: 'Policy saved', description: 'We’re rechecking your open matches. This takes a minute or two.' })
      }}
      failed={policies.policyMessages.saveFailed}
      onClose={onClose}
    />
  )
}
