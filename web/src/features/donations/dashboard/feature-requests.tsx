import { organizations } from '@twofold/contract'
import { type FormEvent, useState } from 'react'
import { queryClient, queryKeyOf, useApiMutation } from '../../../api/use-api.ts'
import { usePermissions } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { Radio, RadioGroup } from '../../../ui/choice.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'
import { describeFeature, type FeatureRequest, featureOptions } from './feature-options.ts'

const failed = 'Failed to submit feature request. Please try again.'

export function FeatureRequests({ organization }: { organization: organizations.Organization }) {
  const { write } = usePermissions()
  const saved = organization.custom.amply.feature
  const [picked, setPicked] = useState<FeatureRequest | null>(null)
  const save = useApiMutation(organizations.changeOrganization)
  const chosen = picked ?? featureOptions.find(({ value }) => value === saved)?.value ?? null

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!chosen || save.isPending) return
    const params = { id: organization.id }
    save.mutate(
      { params, body: { custom: { amply: { feature: chosen } } } },
      {
        onSuccess: ({ organization: after }) => {
          queryClient.setQueryData(queryKeyOf(organizations.getOrganization, { params }), after)
          setPicked(null)
          toast({
            title: 'Feature request submitted',
            description: 'Your feature request has been saved successfully.',
          })
        },
        onError: () => toastError('Error', failed),
      },
    )
  }

  return (
    <Card className="mt-8">
      <CardTitle>Feature Requests</CardTitle>
      <form onSubmit={submit}>
        <RadioGroup legend="What would help you most?">
          <div className="mt-1 grid gap-x-8 md:grid-cols-2">
            {featureOptions.map(({ value, label }) => (
              <Radio
                key={value}
                name="feature"
                value={value}
                label={label}
                disabled={!write}
                checked={chosen === value}
                onChange={() => setPicked(value)}
              />
            ))}
          </div>
        </RadioGroup>
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          {write && (
            <Button type="submit" disabled={!chosen || save.isPending}>
              {save.isPending ? 'Submitting...' : 'Submit'}
            </Button>
          )}
          <p role="status" className="text-[0.9375rem] text-muted">
            {saved && `Your request: ${describeFeature(saved)}.`}
            {!write && ' Ask a colleague with write access to send a request.'}
          </p>
        </div>
        {save.isError && (
          <p role="alert" className="mt-2 text-danger-text">
            {failed}
          </p>
        )}
      </form>
    </Card>
  )
}
