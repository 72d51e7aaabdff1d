import { sendingAddress } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { call } from '../../../../api/client.ts'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { useForm } from '../../../../shared/form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { CancelAndConfirm, Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { formatCount, formatDateTime } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { toast } from '../../../../ui/toast-store.ts'
import { DnsRecords } from './dns-records.tsx'

type Address = sendingAddress.SendingAddress

const useCacheAddress = () => {
  const { id } = useOrganization()
  return (answer: Address) =>
    queryClient.setQueryData(queryKeyOf(sendingAddress.getSendingAddress, { params: { id } }), answer)
}

/** Saved separately from the surrounding form. */
export function SendingAddressCard() {
  const { id } = useOrganization()
  const { admin } = usePermissions()
  const { data } = useApiQuery(sendingAddress.getSendingAddress, { params: { id } })
  if (!data?.is_offered || (!admin && data.address === null)) return null
  return (
    <Card>
      <CardTitle>Send from your own domain</CardTitle>
      <p className="-mt-2 mb-4 max-w-[65ch] text-muted">
        Send donor emails from your own address instead of {data.product_address}. Add a few DNS records with your
        domain provider so inboxes trust your emails.
      </p>
      {data.address !== null && <ChosenAddress chosen={data} address={data.address} />}
      {admin && <AddressForm key={data.address} address={data.address} />}
    </Card>
  )
}

function AddressForm({ address }: { address: string | null }) {
  const { id } = useOrganization()
  const cacheAddress = useCacheAddress()
  const form = useForm(
    sendingAddress.chooseSendingAddress.body,
    { address: address ?? '' },
    async (values) => {
      cacheAddress(await call(sendingAddress.chooseSendingAddress, { params: { id }, body: values }))
      toast({ title: 'Address saved', description: 'We’ll use it once we find its DNS records.' })
    },
    { failed: 'Couldn’t save the address', toErrors: (refused) => ({ address: messageOf(refused) }) },
  )
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex max-w-xl flex-wrap items-start gap-2.5">
      <Field
        name="address"
        label={address === null ? 'Address to send from' : 'Change the address'}
        hint="An address at your organization’s domain."
        error={form.errors.address}
        className="min-w-56 flex-1"
      >
        <Input type="email" autoComplete="off" {...form.field('address')} />
      </Field>
      <Button
        type="submit"
        variant="secondary"
        busy={form.busy}
        disabled={form.values.address.trim() === (address ?? '')}
        className="sm:mt-13.5"
      >
        {address === null ? 'Get DNS records' : 'Change'}
      </Button>
    </form>
  )
}

function ChosenAddress({ chosen, address }: { chosen: Address; address: string }) {
  const { id, time_zone } = useOrganization()
  const { admin } = usePermissions()
  const cacheAddress = useCacheAddress()
  const [removing, setRemoving] = useState(false)
  const check = useApiMutation(sendingAddress.checkSendingAddress, { failed: 'Couldn’t check the DNS records' })
  const { is_used: isUsed, checked_at: checkedAt, product_address: productAddress } = chosen
  const checkRecords = () => check.mutate({ params: { id }, body: {} }, { onSuccess: cacheAddress })
  return (
    <div className="mb-6 flex flex-col gap-4">
      <Notice tone={isUsed ? 'submitted' : 'awaiting'} className="max-w-3xl">
        <p className="font-semibold break-words">
          {isUsed ? `We send donor emails from ${address}.` : `${address} isn’t in use yet.`}
        </p>
        <p className="mt-1 break-words">
          {isUsed
            ? 'We check the DNS records twice a day. Don’t remove them.'
            : `Until we find all DNS records, we’ll send from ${productAddress}. Add them with your domain provider, then check. This can take a few hours.`}
          {checkedAt && ` Last checked ${formatDateTime(checkedAt, time_zone)}.`}
        </p>
      </Notice>
      {chosen.warm_up && <WarmUp {...chosen.warm_up} />}
      <DnsRecords lines={chosen.lines} />
      {admin && (
        <div className="flex flex-wrap gap-2.5">
          <Button variant={isUsed ? 'secondary' : 'primary'} busy={check.isPending} onClick={checkRecords}>
            Check now
          </Button>
          <Button variant="secondary" onClick={() => setRemoving(true)}>
            Stop using it
          </Button>
        </div>
      )}
      {removing && <RemoveDialog chosen={chosen} onClose={() => setRemoving(false)} />}
    </div>
  )
}

function WarmUp({ limit, sent, next_limit: next }: NonNullable<Address['warm_up']>) {
  return (
    <div className="max-w-3xl">
      <h3 className="font-semibold">New sending domain</h3>
      <p className="text-[0.9375rem] text-muted">
        {formatCount(sent)} of {formatCount(limit)} donor emails sent today. We increase daily volume gradually to
        protect your deliverability. Next level: {next === null ? 'no daily limit' : `${formatCount(next)} a day`},
        after a day that uses at least half. Deadline warnings go first; the rest wait for the next day.
      </p>
    </div>
  )
}

function RemoveDialog({ chosen, onClose }: { chosen: Address; onClose: () => void }) {
  const { id } = useOrganization()
  const cacheAddress = useCacheAddress()
  const remove = useApiMutation(sendingAddress.removeSendingAddress, { failed: 'Failed to remove the address' })
  const submit = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: (answer) => {
          toast({ title: 'Address removed' })
          onClose()
          cacheAddress(answer)
        },
      },
    )
  return (
    <Dialog
      onClose={onClose}
      width="small"
      title="Stop sending from your own domain?"
      description={`We’ll send donor emails from ${chosen.product_address}. To use ${chosen.address} again, you’ll need to add new DNS records.`}
      footer={
        <CancelAndConfirm cancel="Keep it" onCancel={onClose} variant="danger" busy={remove.isPending} onClick={submit}>
          Stop using it
        </CancelAndConfirm>
      }
    />
  )
}
