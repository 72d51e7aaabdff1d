import { billing } from '@twofold/contract'
import { messageOf } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { useAction } from '../../api/use-call.ts'
import { useMay, useOrganization } from '../../shell/current-organization.tsx'
import { toast, toastError } from '../../ui/toast-store.ts'

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

/** Leads the browser to where the organization manages its cards. */
export function useManagePayment(id: number) {
  const opening = useAction(billing.openBillingPortal)
  return {
    isOpening: opening.isPending,
    manage: () =>
      opening.mutate(
        { params: { id } },
        {
          onSuccess: ({ url }) => location.assign(url),
          onError: (problem) => toastError(billingMessages.manageFailed, messageOf(problem)),
        },
      ),
  }
}

/** Choosing a plan leads the browser to an address that is good once. */
export function useSubscribe(id: number) {
  const opening = useAction(billing.openSubscribe)
  return {
    chosen: opening.isPending ? opening.variables.params.plan : null,
    subscribe: (plan: string) =>
      opening.mutate(
        { params: { id, plan } },
        {
          onSuccess: ({ url }) => location.assign(url),
          onError: (problem) => toastError(billingMessages.subscribeFailed, messageOf(problem)),
        },
      ),
  }
}
