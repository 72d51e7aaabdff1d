import { screens as addresses, billing, linkTo } from '@twofold/contract'
import { callerAs, expect, openSignedIn } from '../product.ts'
import { admin, type Screen, superUser } from './screen.ts'

export const billingScreens: readonly Screen[] = [
  {
    name: 'invoice',
    at: addresses.invoice,
    open: async (page) => {
      const { call, token, organizationId: id } = await callerAs(admin)
      const { invoices } = await call(billing.getBilling, { params: { id } }, { token })
      await openSignedIn(page, admin, linkTo(addresses.invoice, { invoiceId: invoices[0]?.id ?? 0 }))
      await expect(page.getByRole('button', { name: `Download ${invoices[0]?.number} as PDF` })).toBeVisible()
    },
  },
  {
    name: 'enter a payment',
    open: async (page) => {
      const { call, token, organizationId: id } = await callerAs(admin)
      const { invoices } = await call(billing.getBilling, { params: { id } }, { token })
      const owed = invoices.find(({ open }) => open > 0)
      await openSignedIn(page, superUser, `${linkTo(addresses.invoice, { invoiceId: owed?.id ?? 0 })}?in=${id}`)
      await page.getByRole('button', { name: 'Enter payment' }).click()
      const dialog = page.getByRole('dialog', { name: 'Enter a payment' })
      await dialog.getByRole('textbox', { name: /^Amount/ }).fill('')
      await dialog.getByRole('button', { name: 'Save payment' }).click()
      await expect(dialog.getByRole('textbox', { name: /^Amount/ })).toHaveAttribute('aria-invalid', 'true')
    },
  },
]
