import { readFileSync } from 'node:fs'
import { bankLines, payouts } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { settableClock, startTestApp, type TestApp } from '../../testing/index.ts'

const folder = new URL('./reading/fixtures/', import.meta.url)
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)))
const statement = z
  .object({
    files: z.object({
      'bank_statement.csv': z.object({
        bank_lines: z.array(
          z.object({ text: z.string(), cents: z.number(), tie: z.string(), payouts: z.array(z.string()).optional() }),
        ),
      }),
    }),
  })
  .parse(JSON.parse(new TextDecoder().decode(read('expected.json')))).files['bank_statement.csv'].bank_lines
const reports = ['yourcause_payments.csv', 'benevity_donations_report.csv', 'bright_funds_donor_report.csv']

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-21T15:00:00Z') })
})
afterAll(() => app.stop())

async function foundation() {
  const id = await app.createOrganization({ name: 'Riverbend Example Foundation' })
  const token = await app.signIn(await app.createMember(id, 'write'))
  const params = { id }
  const uploadReport = async (name: string) => {
    const form = new FormData()
    form.set('report', new File([read(name)], name))
    const { report } = await app.call(payouts.uploadPayoutReport, { params, form }, { token })
    const state = async () =>
      (await app.call(payouts.getPayoutReport, { params: { id, reportId: report.id } }, { token })).report.state
    await expect.poll(state).toMatch(/done|failed/)
    return report.id
  }
  const uploadStatement = (bytes: string | Uint8Array<ArrayBuffer>) => {
    const form = new FormData()
    form.set('statement', new File([bytes], 'bank.csv'))
    return app.call(bankLines.uploadBankStatement, { params, form }, { token })
  }
  return {
    id,
    token,
    params,
    uploadReport,
    uploadStatement,
    lines: async () => (await app.call(bankLines.listBankLines, { params }, { token })).lines,
    settle: (bankLineId: number, payoutId: number | null) =>
      app.call(bankLines.settleBankLine, { params: { id, bankLineId }, body: { payout_id: payoutId } }, { token }),
    payoutOf: async (reference: string) => {
      const { payouts: all } = await app.call(payouts.listPayouts, { params }, { token })
      return all.find((payout) => payout.reference === reference)
    },
  }
}

test('a statement finds the payouts that are here, those whose reports come later too, twice nothing, and an undone report leaves its line waiting', async () => {
  const { token, params, uploadReport, uploadStatement, lines, settle, payoutOf } = await foundation()
  const [first = '', ...later] = reports
  await uploadReport(first)
  const incoming = statement.filter(({ cents }) => cents > 0)
  expect(await uploadStatement(read('bank_statement.csv'))).toEqual({ added: 14, known: 0, left_out: 1, tied: 3 })
  const ids = []
  for (const name of later) ids.push(await uploadReport(name))
  const found = await lines()
  const here = (name: string | undefined) => reports.some((report) => name?.startsWith(report))
  for (const line of incoming.filter(({ payouts: [payout] = [] }) => here(payout))) {
    const got = found.find(({ text }) => text === line.text)
    const number = line.payouts?.[0]?.split('#')[1]
    const says = got?.payout ? ['clear', got.payout.reference] : ['doubtful', got?.candidates[0]?.reference]
    expect([line.text, ...says]).toEqual([line.text, line.tie, number])
  }
  for (const line of incoming.filter(({ tie }) => tie === 'not_a_payout' || tie === 'none')) {
    expect(found.find(({ text }) => text === line.text)).toMatchObject({ payout: null, candidates: [] })
  }
  expect(await uploadStatement(read('bank_statement.csv'))).toEqual({ added: 0, known: 14, left_out: 1, tied: 0 })
  expect(await payoutOf('AUG26RVEXM')).toMatchObject({ arrived_on: '2026-09-28' })

  const doubtful = found.find(({ text }) => text.startsWith('BRIGHT FUNDS'))
  const bright = doubtful?.candidates[0]
  expect(bright?.why).toBe('Its number; 25.00 less than the payout')
  const { line } = await settle(doubtful?.id ?? 0, bright?.payout_id ?? 0)
  expect(line).toMatchObject({ tied_by: 'person', payout: { id: bright?.payout_id } })
  const other = found.find(({ text }) => text === 'MOBILE DEPOSIT')
  await expect(settle(other?.id ?? 0, bright?.payout_id ?? 0)).rejects.toThrow(bankLines.bankMessages.taken)
  expect((await settle(doubtful?.id ?? 0, null)).line.candidates).toHaveLength(1)

  await app.call(payouts.undoPayoutReport, { params: { ...params, reportId: ids[0] ?? 0 } }, { token })
  const left = (await lines()).find(({ text }) => text.includes('AUG26RVEXM'))
  expect(left).toMatchObject({ payout: null, tied_by: null, candidates: [] })
})

test('another organization’s payout and line are not there, money that goes out or is too much is left aside', async () => {
  const [ours, theirs] = [await foundation(), await foundation()]
  await theirs.uploadReport('yourcause_payments.csv')
  const foreign = await theirs.payoutOf('4410098121')
  const given = { day: '2026-08-11', text: '=HYPERLINK("http://example.com") BBGF-4410098121', amount: 512.4 }
  const added = await app.call(bankLines.addBankLine, { params: ours.params, body: given }, { token: ours.token })
  expect(added).toMatchObject({ added: 1, tied: 0 })
  const [line] = await ours.lines()
  expect(line).toMatchObject({ text: given.text, candidates: [] })
  await expect(ours.settle(line?.id ?? 0, foreign?.id ?? 0)).rejects.toThrow(bankLines.bankMessages.noPayout)
  const stranger = { params: { id: theirs.id, bankLineId: line?.id ?? 0 }, body: { payout_id: null } }
  expect((await app.sendRoute(bankLines.settleBankLine, stranger, { token: theirs.token })).status).toBe(404)
  const odd = 'Date,Description,Amount\n08/12/2026,OUT,-5.00\n08/12/2026,MUCH,99999999999999.00\nnever,IN,5.00\n'
  expect(await ours.uploadStatement(odd)).toEqual({ added: 0, known: 0, left_out: 3, tied: 0 })
  await expect(ours.uploadStatement('Donor,Gift\nAda,5\n')).rejects.toThrow(bankLines.bankMessages.columns)
})

test('a line that was typed wrongly is removed, its payout waits for the right one, and it comes back as it was', async () => {
  const { token, params, uploadReport, uploadStatement, lines, settle, payoutOf } = await foundation()
  await uploadReport('yourcause_payments.csv')
  const payout = await payoutOf('4410098121')
  const type = (amount: number) =>
    app.call(bankLines.addBankLine, { params, body: { day: '2026-08-12', text: 'BBGF DEPOSIT', amount } }, { token })
  await type(512.04)
  const [wrong] = await lines()
  const of = { params: { ...params, bankLineId: wrong?.id ?? 0 } }
  await settle(wrong?.id ?? 0, payout?.id ?? 0)
  await app.call(bankLines.removeBankLine, of, { token })
  expect(await lines()).toEqual([])
  expect(await payoutOf('4410098121')).toMatchObject({ arrived_on: null })
  expect((await app.sendRoute(bankLines.removeBankLine, of, { token })).status).toBe(404)
  await expect(settle(wrong?.id ?? 0, payout?.id ?? 0)).rejects.toThrow()

  const { line } = await app.call(bankLines.restoreBankLine, of, { token })
  expect(line).toMatchObject({ id: wrong?.id, tied_by: 'person', payout: { id: payout?.id } })
  expect((await app.sendRoute(bankLines.restoreBankLine, of, { token })).status).toBe(404)

  await app.call(bankLines.removeBankLine, of, { token })
  await type(512.4)
  const [right] = await lines()
  await settle(right?.id ?? 0, payout?.id ?? 0)
  const back = await app.call(bankLines.restoreBankLine, of, { token })
  expect(back.line.payout).toBeNull() // its payout has arrived with the right line meanwhile

  // Typed once more, a removed line is here again; a statement that has it does not bring it back.
  await app.call(bankLines.removeBankLine, of, { token })
  const same = 'Date,Description,Amount\n08/12/2026,BBGF DEPOSIT,512.04\n'
  expect(await uploadStatement(same)).toMatchObject({ added: 0, known: 1 })
  expect(await type(512.04)).toMatchObject({ added: 1 })
  expect((await lines()).map(({ amount }) => amount).toSorted()).toEqual([512.04, 512.4])
})
