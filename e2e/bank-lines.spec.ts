import { bankLines, payouts } from '@twofold/contract'
import { password, registerAdministrator } from './new-administrator.ts'
import { callerAs, expect, openSignedIn, test } from './product.ts'

test('a bank line is linked, unlinked and removed with the keyboard, and focus is never lost', async ({ page }) => {
  const admin = await registerAdministrator('bank')
  const { organizationId: id, token, call } = await callerAs(admin, password)
  const params = { id }
  const check = {
    payer: 'Zeta Widgets',
    reference: '771',
    paid_on: '2026-10-01',
    lines: [{ amount: 120, donor_name: 'Ada' }],
  }
  await call(payouts.addCheck, { params, body: check }, { token })
  for (const [text, amount] of [
    ['DEPOSIT', 120],
    ['ANOTHER', 45],
  ] as const)
    await call(bankLines.addBankLine, { params, body: { day: '2026-10-02', text, amount } }, { token })

  await openSignedIn(page, admin, '/portal/payouts/bank', password)
  const lineOf = (text: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Remove the deposit ${text}` }) })
  const pressButton = async (name: string) => {
    const button = lineOf('DEPOSIT').getByRole('button', { name })
    await button.focus()
    await button.press('Enter')
    await expect(button).toBeHidden()
    await expect(lineOf('DEPOSIT')).toBeFocused()
  }
  await pressButton('Link: Zeta Widgets · 771')
  await pressButton('Unlink Zeta Widgets · 771')
  await lineOf('DEPOSIT').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(lineOf('DEPOSIT')).toBeHidden()
  await expect(lineOf('ANOTHER')).toBeFocused()
})

test('settling a line that a colleague already settled shows the conflict and the remaining lines', async ({
  page,
}) => {
  const admin = await registerAdministrator('settle')
  const { organizationId: id, token, call } = await callerAs(admin, password)
  const params = { id }
  const lines = [{ amount: 120, donor_name: 'Ada' }]
  for (const reference of ['881', '882'])
    await call(
      payouts.addCheck,
      { params, body: { payer: 'Zeta', reference, paid_on: '2026-10-01', lines } },
      { token },
    )
  const waiting = await call(payouts.listWaitingLines, { params }, { token })
  expect(waiting.total).toBeGreaterThan(0)
  await openSignedIn(page, admin, '/portal/payouts/waiting', password)
  await expect(page.getByRole('heading', { name: `${waiting.total} to review` })).toBeVisible()
  const lineId = waiting.lines[0]?.line.id ?? 0
  await call(payouts.settlePayoutLine, { params: { id, lineId }, body: { donation_id: null } }, { token })
  await page.getByRole('button', { name: /as a new match$/ }).click()
  await expect(page.getByText(payouts.payoutMessages.gone, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: `${waiting.total} to review` })).toBeHidden()
})

test('a wrong statement is removed after a summary of its contents and restored by Undo', async ({ page }) => {
  const admin = await registerAdministrator('statement')
  await openSignedIn(page, admin, '/portal/payouts/bank', password)
  await page.getByRole('button', { name: 'Upload a statement' }).click()
  await page.getByLabel('Choose a bank statement').setInputFiles({
    name: 'wrong.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Date,Description,Amount\n01/12/2026,OWN A,5.00\n01/13/2026,OWN B,6.00\n'),
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Upload' }).click()
  await expect(page.getByText('OWN A')).toBeVisible()
  await page.getByRole('button', { name: 'Statements' }).click()
  await page.getByRole('button', { name: 'Remove the statement wrong.csv' }).click()
  await expect(page.getByRole('dialog')).toContainText('This removes 2 deposits.')
  await page.getByRole('button', { name: 'Remove 2 deposits' }).click()
  await expect(page.getByRole('dialog')).toContainText('No statements yet')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('dialog')).toContainText('wrong.csv')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('OWN A')).toBeVisible()
})
