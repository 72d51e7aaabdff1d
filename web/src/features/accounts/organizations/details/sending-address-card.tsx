import { sendingAddress } from '@twofold/contract'
import { useState } from 'react'
import { messageOf } from '../../../../api/api-error.ts'
import { call } from '../../../../api/client.ts'
import { queryClient, queryKeyOf, useApiMutation, useApiQuery } from '../../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../../shared/current-organization.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Card, CardTitle } from '../../../../ui/card.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Field, Input } from '../../../../ui/field.tsx'
import { useForm } from '../../../../ui/form.ts'
import { formatCount, formatMoment, plural } from '../../../../ui/format.ts'
import { Notice } from '../../../../ui/notice.tsx'
import { toast, toastError } from '../../../../ui/toast-store.ts'
import { DnsRecords } from './dns-records.tsx'

type Address = sendingAddress.SendingAddress

const useShow = () => {
  const { id } = useOrganization()
  return (answer: Address) =>
    queryClient.setQueryData(queryKeyOf(sendingAddress.getSendingAddress, { params: { id } }), answer)
}

/**
 * The organization's own sender address for donor emails and its missing setup steps. Saved separately from the
 * surrounding form.
 */
export function SendingAddressCard() {
  const { id } = useOrganization()
  const { admin } = usePermissions()
  const { data } = useApiQuery(sendingAddress.getSendingAddress, { params: { id } })
  if (!data?.is_offered || (!admin && data.address === null)) return null
  return (
    <Card>
      <CardTitle>Send from your own domain</CardTitle>
      <p className="-mt-2 mb-4 max-w-[65ch] text-muted">
        Emails to donors can come from your organization’s own address instead of {data.product_address}. It takes a few
        lines at the company that manages your domain, so that mail programs can tell the emails are really yours.
      </p>
      {data.address !== null && <Chosen chosen={data} address={data.address} />}
      {admin && <AddressForm key={data.address} address={data.address} />}
    </Card>
  )
}

function AddressForm({ address }: { address: string | null }) {
  const { id } = useOrganization()
  const show = useShow()
  const form = useForm(sendingAddress.chooseSendingAddress.body, { address: address ?? '' }, async (values) => {
    try {
      show(await call(sendingAddress.chooseSendingAddress, { params: { id }, body: values }))
      toast({ title: 'Address saved', description: 'It’s used once its lines are found.' })
      return {}
    } catch (refused) {
      toastError('Failed to save the address', messageOf(refused))
      return { address: messageOf(refused) }
    }
  })
  return (
    <form noValidate onSubmit={form.onSubmit} className="flex max-w-xl flex-wrap items-start gap-2.5">
      <Field
        name="address"
        label={address === null ? 'Address to send from' : 'Change the address'}
        hint="An address at a domain that your organization owns."
        error={form.errors.address}
        className="min-w-56 flex-1"
      >
        <Input type="email" autoComplete="off" {...form.field('address')} />
      </Field>
      <Button
        type="submit"
        look="secondary"
        busy={form.busy}
        disabled={form.values.address.trim() === (address ?? '')}
        className="sm:mt-13.5"
      >
        {address === null ? 'Get the lines' : 'Change'}
      </Button>
    </form>
  )
}

function Chosen({ chosen, address }: { chosen: Address; address: string }) {
  const { id, time_zone } = useOrganization()
  const { admin } = usePermissions()
  const show = useShow()
  const [removing, setRemoving] = useState(false)
  const check = useApiMutation(sendingAddress.checkSendingAddress)
  const { is_used: isUsed, checked_at: checkedAt, product_address: productAddress } = chosen
  const look = () =>
    check.mutate(
      { params: { id }, body: {} },
      { onSuccess: show, onError: (refused) => toastError('The lines could not be checked', messageOf(refused)) },
    )
  return (
    <div className="mb-6 flex flex-col gap-4">
      <Notice tone={isUsed ? 'submitted' : 'awaiting'} className="max-w-3xl">
        <p className="font-semibold break-words">
          {isUsed ? `Emails to donors come from ${address}.` : `${address} isn’t used yet.`}
        </p>
        <p className="mt-1 break-words">
          {isUsed
            ? 'We check the lines twice a day. Please leave them where they are.'
            : `Emails to donors come from ${productAddress} until all lines are found. Add them where your domain is managed, then check. New lines can take a few hours to be seen.`}
          {checkedAt && ` Last checked ${formatMoment(checkedAt, time_zone)}.`}
        </p>
      </Notice>
      {chosen.warm_up && <WarmUp {...chosen.warm_up} />}
      <DnsRecords lines={chosen.lines} />
      {admin && (
        <div className="flex flex-wrap gap-2.5">
          <Button look={isUsed ? 'secondary' : 'primary'} busy={check.isPending} onClick={look}>
            Check now
          </Button>
          <Button look="secondary" onClick={() => setRemoving(true)}>
            Stop using it
          </Button>
        </div>
      )}
      {removing && <RemoveDialog chosen={chosen} onClose={() => setRemoving(false)} />}
    </div>
  )
}

/** Shows how many emails a new domain may send today and afterwards. */
function WarmUp({ limit, sent, next_limit: next }: NonNullable<Address['warm_up']>) {
  return (
    <div className="max-w-3xl">
      <h3 className="font-semibold">New to sending</h3>
      <p className="text-[0.9375rem] text-muted">
        {plural(sent, 'email')} of at most {formatCount(limit)} went to donors today. Mail programs trust a new domain
        step by step, so we start with few a day. After a day on which at least half of them are used,{' '}
        {next === null ? 'there’s no limit any more' : `it’s ${formatCount(next)}`}. Warnings before a deadline go
        first; what doesn’t fit goes on the next day.
      </p>
    </div>
  )
}

function RemoveDialog({ chosen, onClose }: { chosen: Address; onClose: () => void }) {
  const { id } = useOrganization()
  const show = useShow()
  const remove = useApiMutation(sendingAddress.removeSendingAddress)
  const submit = () =>
    remove.mutate(
      { params: { id } },
      {
        onSuccess: (answer) => {
          toast({ title: 'Address removed' })
          onClose()
          show(answer)
        },
        onError: (refused) => toastError('Failed to remove the address', messageOf(refused)),
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      width="small"
      title="Stop sending from your own domain?"
      description={`Emails to donors come from ${chosen.product_address} from then on. To use ${chosen.address} again later, you’ll need to add new lines.`}
      footer={
        <>
          <Button look="secondary" onClick={onClose}>
            Keep it
          </Button>
          <Button look="danger" busy={remove.isPending} onClick={submit}>
            Stop using it
          </Button>
        </>
      }
    />
  )
}
