import { policies } from '@twofold/contract'
import { possessive } from '@twofold/matching'
import { useState } from 'react'
import { useApiMutation } from '../../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { lazyDialog } from '../../../../ui/lazy.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { SendButton } from '../../../email/mails/index.ts'
import { PolicyReview } from '../editor/change-review.tsx'

const OwnPolicyDialog = lazyDialog(() => import('./own-policy-dialog.tsx'))

type Company = policies.OrganizationCompany

export function OwnPoliciesCard({ company }: { company: Company }) {
  const permissions = usePermissions()
  const [edited, setEdited] = useState<policies.OwnPolicy | 'new' | null>(null)
  const [removal, setRemoval] = useState<Removal | null>(null)
  const { id } = useOrganization()
  const review = useApiMutation(policies.reviewRemoval, { failed: policies.policyMessages.removeFailed })
  const askToRemove = (policy: policies.OwnPolicy) =>
    review.mutate(
      { params: { id, companyId: company.company.id, ownPolicyId: policy.id } },
      { onSuccess: (review) => setRemoval({ policy, review }) },
    )
  const { own_policies: own } = company
  return (
    <Card>
      <CardTitle>Your own policy</CardTitle>
      {own.length === 0 && (
        <p className="text-muted">
          Does {company.company.name} have a special rate for you, like 3:1 this year? Add it here. Only your
          organization and its chapters see it.
        </p>
      )}
      <ul className="space-y-4">
        {own.map((policy) => (
          <li key={policy.id}>
            <p className="font-semibold">{policy.text}</p>
            {policy.note && <p className="break-words">{policy.note}</p>}
            <p className="text-sm text-muted">
              {policy.is_parents ? 'From your parent organization, e' : 'E'}ntered by {policy.entered_by}
            </p>
            {permissions.write && !policy.is_parents && (
              <div className="mt-1.5 flex gap-2">
                <Button size="small" variant="secondary" onClick={() => setEdited(policy)}>
                  Change
                </Button>
                <Button size="small" variant="secondary" busy={review.isPending} onClick={() => askToRemove(policy)}>
                  Remove
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {permissions.write && (
        <Button className="mt-4" variant="secondary" onClick={() => setEdited('new')}>
          Add your own policy
        </Button>
      )}
      {edited && (
        <OwnPolicyDialog company={company} policy={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {removal && <RemoveDialog company={company} removal={removal} onClose={() => setRemoval(null)} />}
    </Card>
  )
}

type Removal = { readonly policy: policies.OwnPolicy; readonly review: policies.PolicyReview }

function RemoveDialog({
  company: { company },
  removal: { policy, review },
  onClose,
}: {
  company: Company
  removal: Removal
  onClose: () => void
}) {
  const { id } = useOrganization()
  const remove = useApiMutation(policies.removeOwnPolicy, {
    refreshes: [policies.getOrganizationCompany],
    failed: policies.policyMessages.removeFailed,
  })
  const submit = () =>
    remove.mutate(
      { params: { id, companyId: company.id, ownPolicyId: policy.id } },
      {
        onSuccess: () => {
          toast({ title: 'Policy removed', description: 'We’re rechecking your open matches.' })
          onClose()
        },
      },
    )
  return (
    <Dialog
      readFirst
      onClose={onClose}
      title="Remove your own policy?"
      description={`${policy.text}. ${possessive(company.name)} standard policy will apply again, and we’ll recheck your open matches.`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
          <SendButton variant="danger" review={review.mails} busy={remove.isPending} onSend={submit}>
            Remove
          </SendButton>
        </>
      }
    >
      <PolicyReview review={review} />
    </Dialog>
  )
}
