import { bankLines, payouts } from '@twofold/contract'
import { newPerson, password } from './newcomer.ts'
import { callerAs, enter, expect, test } from './product.ts'

test('a bank line is linked, unlinked and removed by the keyboard alone, which never loses its place', async ({
  page,
}) => {
  const admin = await newPerson('bank')
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

  await enter(page, admin, '/portal/payouts/bank', password)
  const lineOf = (text: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `Remove the line ${text}` }) })
  const press = async (name: string) => {
    const button = lineOf('DEPOSIT').getByRole('button', { name })
    await button.focus()
    await button.press('Enter')
    await expect(button).toBeHidden()
    await expect(lineOf('DEPOSIT')).toBeFocused()
  }
  await press('That’s the one: Zeta Widgets · 771')
  await press('Unlink Zeta Widgets · 771')
  await lineOf('DEPOSIT').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(lineOf('DEPOSIT')).toBeHidden()
  await expect(lineOf('ANOTHER')).toBeFocused()
})
