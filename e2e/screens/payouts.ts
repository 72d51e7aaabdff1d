import { screens as addresses, payouts } from '@twofold/contract'
import { callerAs, dayOfAddedGifts, expect, openSignedIn } from '../product.ts'
import { type Screen, writer } from './screen.ts'

let checks = 0

/** The check's line matches no gift. Returns the payout's id. */
export async function createCheck(): Promise<number> {
  const { organizationId, call, token } = await callerAs(writer)
  const params = { id: organizationId }
  // A second check for the same donor and amount would need a decision.
  const number = `${Date.now()}${++checks}`
  const body = {
    payer: 'Example Mills Foundation',
    reference: number,
    paid_on: dayOfAddedGifts(),
    lines: [{ donor_name: `Nobody ${number}`, amount: 25 }],
  }
  const { report } = await call(payouts.addCheck, { params, body }, { token })
  const { payouts: all } = await call(payouts.listPayouts, { params, query: {} }, { token })
  return all.find(({ report_id }) => report_id === report.id)?.id ?? 0
}

async function addAsMatch(payoutId: number): Promise<void> {
  const { organizationId: id, call, token } = await callerAs(writer)
  const { lines } = await call(payouts.getPayout, { params: { id, payoutId }, query: {} }, { token })
  const params = { id, lineId: lines[0]?.id ?? 0 }
  await call(payouts.settlePayoutLine, { params, body: { donation_id: null } }, { token })
}

export const payoutsScreens: readonly Screen[] = [
  {
    name: 'payouts',
    at: addresses.payouts,
    open: async (page) => {
      await createCheck()
      await openSignedIn(page, writer, '/portal/payouts')
      await expect(
        page.getByRole('link', { name: 'Example Mills Foundation' }).locator('visible=true').first(),
      ).toBeVisible()
    },
  },
  {
    name: 'payout',
    at: addresses.payout,
    open: async (page) => {
      const payoutId = await createCheck()
      await addAsMatch(payoutId)
      await openSignedIn(page, writer, `/portal/payouts/${payoutId}`)
      await expect(page.getByText('Added as a new match').locator('visible=true').first()).toBeVisible()
    },
  },
  {
    name: 'check form',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/payouts')
      await page.getByRole('button', { name: 'Enter a check' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Enter the payer')).toBeVisible()
    },
  },
  {
    name: 'bank lines',
    at: addresses.bankLines,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/payouts/bank')
      await expect(page.getByRole('heading', { level: 1, name: 'Bank deposits' })).toBeVisible()
    },
  },
  {
    name: 'bank line form',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/payouts/bank')
      await page.getByRole('button', { name: 'Enter a deposit' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await expect(page.getByText('Enter the bank’s description')).toBeVisible()
    },
  },
  {
    name: 'statements of the bank',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/payouts/bank')
      await page.getByRole('button', { name: 'Statements' }).click()
      await expect(page.getByText('No statements yet')).toBeVisible()
    },
  },
  {
    name: 'expected money',
    at: addresses.expectedMoney,
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/payouts/expected')
      await expect(page.getByRole('tab', { name: 'By platform' })).toBeVisible()
    },
  },
  {
    name: 'lines to review',
    at: addresses.waitingPayouts,
    open: async (page) => {
      await createCheck()
      await openSignedIn(page, writer, '/portal/payouts/waiting')
      await expect(page.getByRole('button', { name: /as a new match$/ })).toBeVisible()
    },
  },
]
