import { billing } from '@twofold/contract'
import { useEffect, useState } from 'react'
import { messageOf } from '../../../api/api-error.ts'
import { call } from '../../../api/call.ts'
import { useAction } from '../../../api/use-call.ts'
import { useMay, useOrganization } from '../../../shared/current-organization.tsx'
import { toast, toastError } from '../../../ui/toast-store.ts'

const { billingMessages } = billing

/** Billing is for administrators, and for all members where the organization shows it to them. */
export function useShown(): boolean {
  const { isAdmin } = useMay()
  const { rule_show_billing } = useOrganization()
  return isAdmin || rule_show_billing
}

/** An invoice as a file: asks for a ticket, then lets the browser fetch it. */
export async function downloadInvoice(id: number, invoiceId: number, format: 'pdf' | 'csv'): Promise<void> {
  try {
    const { url } = await call(billing.getInvoiceTicket, { params: { id, invoiceId }, query: { format } })
    location.assign(url)
    toast({ title: 'Download started' })
  } catch (problem) {
    toastError(billingMessages.downloadFailed, messageOf(problem))
  }
}

/** Who is still here after that may press again: the way was stopped, or leads nowhere. */
const leavingMs = 20_000

/**
 * Is on its way to another address, until the browser is there, comes back to this very page, or the person stays: by Escape, which
 * stops the browser too, or by a way that takes too long.
 */
function useLeaving() {
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    const back = ({ persisted }: PageTransitionEvent) => persisted && setLeaving(false)
    addEventListener('pageshow', back)
    return () => removeEventListener('pageshow', back)
  }, [])
  useEffect(() => {
    if (!isLeaving) return
    const stay = () => setLeaving(false)
    const stopped = ({ key }: KeyboardEvent) => key === 'Escape' && stay()
    const waited = setTimeout(stay, leavingMs)
    addEventListener('keydown', stopped)
    return () => {
      clearTimeout(waited)
      removeEventListener('keydown', stopped)
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

/** Leads the browser to where the organization manages its cards. */
export function useManagePayment(id: number) {
  const opening = useAction(billing.openBillingPortal)
  const { isLeaving, leave } = useLeaving()
  return {
    isOpening: opening.isPending || isLeaving,
    manage: () =>
      opening.mutate(
        { params: { id } },
        {
          onSuccess: ({ url }) => leave(url),
          onError: (problem) => toastError(billingMessages.manageFailed, messageOf(problem)),
        },
      ),
  }
}

/** Choosing a plan leads the browser to an address that is good once. */
export function useSubscribe(id: number) {
  const opening = useAction(billing.openSubscribe)
  const { isLeaving, leave, stay } = useLeaving()
  return {
    chosen: opening.isPending || isLeaving ? (opening.variables?.params.plan ?? null) : null,
    stay,
    subscribe: (plan: string) =>
      opening.mutate(
        { params: { id, plan } },
        {
          onSuccess: ({ url }) => leave(url),
          onError: (problem) => toastError(billingMessages.subscribeFailed, messageOf(problem)),
        },
      ),
  }
}
