import { billing } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/use-api.ts'
import { useOrganization, usePermissions } from '../../../shared/current-organization.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'

const { billingMessages } = billing

/** Administrators see billing; other members only if the organization enables it. */
export function useCanSeeBilling(): boolean {
  const { isAdmin } = usePermissions()
  const { rule_show_billing } = useOrganization()
  return isAdmin || rule_show_billing
}

/** Requests a ticket, then lets the browser fetch the file. */
export async function downloadInvoice(id: number, invoiceId: number, format: 'pdf' | 'csv'): Promise<void> {
  try {
    const { url } = await call(billing.getInvoiceTicket, { params: { id, invoiceId }, query: { format } })
    location.assign(url)
    toast({ title: 'Download started' })
  } catch (problem) {
    toastError(billingMessages.downloadFailed, problem)
  }
}

/** Buttons are enabled again after this time, in case the navigation failed. */
const navigationTimeoutMs = 20_000

/** Ends when the browser restores this page from its cache, on Escape or after a timeout. */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    addEventListener('pageshow', onPageShow)
    return () => removeEventListener('pageshow', onPageShow)
  }, [])
  useEffect(() => {
    if (!isLeaving) return
    const endLeaving = () => setLeaving(false)
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && endLeaving()
    const timer = setTimeout(endLeaving, navigationTimeoutMs)
    addEventListener('keydown', onKeyDown)
    return () => {
      clearTimeout(timer)
      removeEventListener('keydown', onKeyDown)
    }
  }, [isLeaving])
  return {
    isLeaving,
    leave: (url: string) => {
      setLeaving(true)
      location.assign(url)
    },
    stay: () => setLeaving(false),
  }
}

export function useManagePayment(id: number) {
  const opening = useApiMutation(billing.openBillingPortal, { failed: billingMessages.manageFailed })
  const { isLeaving, leave } = useLeaving()
  return {
    isOpening: opening.isPending || isLeaving,
    manage: () => opening.mutate({ params: { id } }, { onSuccess: ({ url }) => leave(url) }),
  }
}

export function useSubscribe(id: number) {
  const opening = useApiMutation(billing.openSubscribe, { failed: billingMessages.subscribeFailed })
  const { isLeaving, leave, stay } = useLeaving()
  return {
    chosen: opening.isPending || isLeaving ? (opening.variables?.params.plan ?? null) : null,
    stay,
    subscribe: (plan: string) => opening.mutate({ params: { id, plan } }, { onSuccess: ({ url }) => leave(url) }),
  }
}
