import { digests, notifees } from '@twofold/contract'
import { Plus, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { call } from '../../../../api/client.ts'
import { queryClient, queryKeyOf, useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { errorsOf, useForm } from '../../../../shared/form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Skeleton } from '../../../../ui/skeleton.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { WeeklyMail } from './weekly-mail.tsx'

/** Recipients of the weekly email besides the primary contact. Saved separately from the surrounding form. */
export function Notifees() {
  const { id } = useOrganization()
  const { admin } = usePermissions()
  const input = { params: { id } }
  const { data, error, refetch } = useApiQuery(notifees.listNotifees, input)
  useEffect(() => {
    if (error) toastError('Failed to load notification emails', error)
  }, [error])
  const cacheNotifees = (answer: { notifees: notifees.Notifee[] }) => {
    queryClient.setQueryData(queryKeyOf(notifees.listNotifees, input), answer)
    void queryClient.invalidateQueries({ queryKey: queryKeyOf(digests.getDigest, input) })
  }

  const remove = async (notifee: notifees.Notifee) => {
    try {
      cacheNotifees(await call(notifees.removeNotifee, { params: { id, notifeeId: notifee.id } }))
      toast({ title: 'Notification email removed' })
    } catch (refused) {
      toastError('Failed to remove notification email', refused)
    }
  }
  return (
    <Card>
      <CardTitle>Notification emails</CardTitle>
      <WeeklyMail />
      {!data && !error && <Skeleton className="mb-4 h-11 max-w-xl" />}
      {error && <ErrorState error={error} title="Failed to load notification emails" onRetry={() => void refetch()} />}
      {data && data.notifees.length > 0 && (
        <ul className="mb-4 max-w-xl divide-y divide-hairline border-y border-hairline">
          {data.notifees.map((notifee) => (
            <li key={notifee.id} className="flex min-h-12 items-center justify-between gap-3">
              <span className="min-w-0 py-1 break-all">{notifee.email}</span>
              {admin && (
                <IconButton
                  icon={Trash2}
                  size="small"
                  label={`Remove ${notifee.email}`}
                  onClick={() => void remove(notifee)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {data && data.notifees.length === 0 && !admin && <p className="text-muted">None yet.</p>}
      {data && admin && <AddNotifee organizationId={id} onAdded={cacheNotifees} />}
    </Card>
  )
}

function AddNotifee({
  organizationId,
  onAdded,
}: {
  organizationId: number
  onAdded: (answer: { notifees: notifees.Notifee[] }) => void
}) {
  const form = useForm(
    ({ notifee }) => ({ notifee: errorsOf(notifees.addNotifee.body, { email: notifee }).email }),
    { notifee: '' },
    async ({ notifee }) => {
      onAdded(await call(notifees.addNotifee, { params: { id: organizationId }, body: { email: notifee.trim() } }))
      toast({ title: 'Notification email added' })
      form.begin({ notifee: '' })
    },
    { failed: 'Failed to add notification email', toErrors: (refused) => ({ notifee: messageOf(refused) }) },
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex max-w-xl flex-wrap items-start gap-2.5">
      <Field name="notifee" label="Email" error={form.errors.notifee} className="flex-1">
        <Input type="email" {...form.field('notifee')} />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        icon={Plus}
        busy={form.busy}
        disabled={form.values.notifee.trim() === ''}
        className="mt-7.5"
      >
        Add
      </Button>
    </form>
  )
}
