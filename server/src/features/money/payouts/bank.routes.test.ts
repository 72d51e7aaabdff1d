import { readFileSync } from 'node:fs'
import { bankLines, donationChanges, payouts } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { settableClock, startTestApp, type TestApp } from '../../../testing/index.ts'

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

const none = { added: 0, back: 0, known: 0, removed: 0, left_out: 0, tied: 0 }

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ clock: settableClock('2026-11-21T15:00:00Z') })
})
afterAll(() => app.stop())

async function foundation() {
  const id = await app.createOrganization({ name: 'Riverbend Example Foundation' })
  const token = await app.signIn(await app.createMember(id, 'write'))
  const params = { id }
  const uploadReport = async (name: string, bytes: string | Uint8Array<ArrayBuffer> = read(name)) => {
    const form = new FormData()
    form.set('report', new File([bytes], name))
    const { report } = await app.call(payouts.uploadPayoutReport, { params, form }, { token })
    const state = async () =>
      (await app.call(payouts.getPayoutReport, { params: { id, reportId: report.id } }, { token })).report.state
    await expect.poll(state).toMatch(/done|failed|asking/)
    if ((await state()) !== 'asking') return report.id
    const answer = { params: { id, reportId: report.id }, body: { answers: { unmatched: 'record' } } }
    await app.call(payouts.answerPayoutReport, answer, { token })
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
    settle: (bankLineId: number, ...payoutIds: number[]) =>
      app.call(bankLines.settleBankLine, { params: { id, bankLineId }, body: { payout_ids: payoutIds } }, { token }),
    type: (day: string, text: string, amount: number) =>
      app.call(bankLines.addBankLine, { params, body: { day, text, amount } }, { token }),
    remove: (bankLineId: number) => app.call(bankLines.removeBankLine, { params: { id, bankLineId } }, { token }),
    bringBack: (bankLineId: number) => app.call(bankLines.restoreBankLine, { params: { id, bankLineId } }, { token }),
    statements: async () => (await app.call(bankLines.listBankStatements, { params }, { token })).statements,
    removeStatement: (statementId: number) =>
      app.call(bankLines.removeBankStatement, { params: { id, statementId } }, { token }),
    restoreStatement: (statementId: number) =>
      app.call(bankLines.restoreBankStatement, { params: { id, statementId } }, { token }),
    payoutOf: async (reference: string) => {
      const { payouts: all } = await app.call(payouts.listPayouts, { params }, { token })
      return all.find((payout) => payout.reference === reference)
    },
  }
}

test('a statement ties present and later payouts, adds nothing twice, and an undone report leaves its line waiting', async () => {
  const { token, params, uploadReport, uploadStatement, lines, settle, payoutOf } = await foundation()
  const [first = '', ...later] = reports
  await uploadReport(first)
  const incoming = statement.filter(({ cents }) => cents > 0)
  expect(await uploadStatement(read('bank_statement.csv'))).toEqual({ ...none, added: 14, left_out: 1, tied: 3 })
  const ids = []
  for (const name of later) ids.push(await uploadReport(name))
  const found = await lines()
  const here = (name: string | undefined) => reports.some((report) => name?.startsWith(report))
  for (const line of incoming.filter(({ payouts: [payout] = [] }) => here(payout))) {
    const got = found.find(({ text }) => text === line.text)
    const number = line.payouts?.[0]?.split('#')[1]
    const [tied] = got?.payouts ?? []
    const says = tied ? ['clear', tied.reference] : ['doubtful', got?.candidates[0]?.payouts[0]?.reference]
    expect([line.text, ...says]).toEqual([line.text, line.tie, number])
  }
  for (const line of incoming.filter(({ tie }) => tie === 'not_a_payout' || tie === 'none')) {
    expect(found.find(({ text }) => text === line.text)).toMatchObject({ payouts: [], candidates: [] })
  }
  expect(await uploadStatement(read('bank_statement.csv'))).toEqual({ ...none, known: 14, left_out: 1 })
  expect(await payoutOf('AUG26RVEXM')).toMatchObject({ arrived_on: '2026-09-28' })

  const doubtful = found.find(({ text }) => text.startsWith('BRIGHT FUNDS'))
  const bright = doubtful?.candidates[0]
  expect(bright?.why).toBe('Number matches; $25 less than the payout')
  const brightId = bright?.payouts[0]?.payout_id ?? 0
  const { line } = await settle(doubtful?.id ?? 0, brightId)
  expect(line).toMatchObject({ left: 0, payouts: [{ payout_id: brightId, amount: 6_849, tied_by: 'person' }] })
  expect(await payoutOf('BF-48213')).toMatchObject({ arrived: 6_849, not_arrived: 25 })
  expect((await settle(doubtful?.id ?? 0)).line.candidates).toHaveLength(1)

  const report = { params: { ...params, reportId: ids[0] ?? 0 } }
  await app.call(payouts.undoPayoutReport, report, { token })
  await expect
    .poll(async () => (await app.call(payouts.getPayoutReport, report, { token })).report.state)
    .toBe('undone')
  const left = (await lines()).find(({ text }) => text.includes('AUG26RVEXM'))
  expect(left).toMatchObject({ payouts: [], candidates: [] })
})

test('a payout without a payer is offered under the company on all its lines', async () => {
  const { uploadReport, type, lines } = await foundation()
  const rows = ['Company,Donor,Transaction ID,Match Amount,Payment Date', 'Acme,Noor Nguyen,D1,80,10/01/2026']
  await uploadReport('matches.csv', rows.join('\n'))
  await type('2026-10-02', 'DEPOSIT', 80)
  expect((await lines())[0]?.candidates.flatMap(({ payouts: all }) => all)).toMatchObject([{ payer: 'Acme' }])
})

test('another organization’s payout and line are not found; outgoing and excessive amounts are ignored', async () => {
  const [ours, theirs] = [await foundation(), await foundation()]
  await theirs.uploadReport('yourcause_payments.csv')
  const foreign = await theirs.payoutOf('4410098121')
  const given = { day: '2026-08-11', text: '=HYPERLINK("http://example.com") BBGF-4410098121', amount: 512.4 }
  const added = await app.call(bankLines.addBankLine, { params: ours.params, body: given }, { token: ours.token })
  expect(added).toMatchObject({ added: 1, tied: 0 })
  const [line] = await ours.lines()
  expect(line).toMatchObject({ text: given.text, candidates: [] })
  await expect(ours.settle(line?.id ?? 0, foreign?.id ?? 0)).rejects.toThrow(bankLines.bankMessages.noPayout)
  const stranger = { params: { id: theirs.id, bankLineId: line?.id ?? 0 }, body: { payout_ids: [] } }
  expect((await app.sendRoute(bankLines.settleBankLine, stranger, { token: theirs.token })).status).toBe(404)
  const odd = 'Date,Description,Amount\n08/12/2026,OUT,-5.00\n08/12/2026,MUCH,99999999999999.00\nnever,IN,5.00\n'
  expect(await ours.uploadStatement(odd)).toEqual({ ...none, left_out: 3 })
  await expect(ours.uploadStatement('Place,Sum\nHere,5\n')).rejects.toThrow(bankLines.bankMessages.columns)
})

test.each([
  [
    'a column with the direction of unsigned amounts',
    'Date,Description,Type,Amount\n08/12/2026,PAYROLL,ACH_DEBIT,500.00\n08/12/2026,GIVING,ACH_CREDIT,20.00\n',
    ['GIVING 20 USD'],
  ],
  [
    'a column of both ways',
    'Date,Description,Credit/Debit,Amount\n08/12/2026,RENT,Debit,99\n08/12/2026,GIVING,Credit,20\n',
    ['GIVING 20 USD'],
  ],
  [
    'signs as words',
    'Date,Description,Amount\n08/12/2026,RENT,500.00 DR\n08/12/2026,GIVING,20.00 CR\n',
    ['GIVING 20 USD'],
  ],
  [
    'a refunded purchase, with signed amounts',
    'Date,Description,Type,Amount\n08/12/2026,RENT,Debit,-99\n08/12/2026,PAID BACK,Debit,20\n',
    ['PAID BACK 20 USD'],
  ],
  ['the day of a deposit', 'Deposit Date,Description,Amount\n2026-08-12,GIVING,20.00\n', ['GIVING 20 USD']],
  [
    'what is not booked',
    'Date,Description,Amount,Status\n2026-08-12,GIVING,20.00,Posted\n2026-08-12,SOON,21.00,Pending\n',
    ['GIVING 20 USD'],
  ],
  [
    'currencies',
    'Date,Description,Amount,Currency\n2026-08-12,GIVING,20.00,USD\n2026-08-12,NORTH,21.00,CAD\n2026-08-12,OVERSEAS,22.00,EUR\n',
    ['GIVING 20 USD', 'NORTH 21 CAD'],
  ],
  [
    'currencies in cells',
    'Date,Description,Amount\n2026-08-12,GIVING,$20.00\n2026-08-12,NORTH,C$ 21.00\n2026-08-12,OVERSEAS,€22.00\n',
    ['GIVING 20 USD', 'NORTH 21 CAD'],
  ],
  ['the currency of an account', 'Date,Description,Amount (CAD)\n2026-08-12,NORTH,21.00\n', ['NORTH 21 CAD']],
  [
    'a bank of Quebec',
    'Date;Libellé;Retrait;Dépôt;Solde\n2026-08-12;LOYER;"1 077,00";;1\n2026-08-12;DON;;"1 020,50";1\n',
    ['DON 1020.5 USD'],
  ],
])('a statement with %s: records incoming money once, in its currency', async (_, csv, expected) => {
  const { uploadStatement, lines } = await foundation()
  const { added, left_out } = await uploadStatement(csv)
  expect(left_out).toBe(csv.trim().split('\n').length - 1 - added)
  const described = (await lines()).map(
    ({ text, amount, currency }) => `${text.replace(/^Debit |^ACH_CREDIT /, '')} ${amount} ${currency}`,
  )
  expect(described.sort()).toEqual(expected)
  expect(await uploadStatement(csv)).toEqual({ ...none, known: expected.length, left_out })
})

test('a statement uploaded as a report, or a report as a statement, is refused with a hint', async () => {
  const { id, token, params, uploadStatement, lines } = await foundation()
  const report = async (csv: string) => {
    const form = new FormData()
    form.set('report', new File([csv], 'report.csv'))
    await app.call(payouts.uploadPayoutReport, { params, form }, { token })
  }
  const statements = [
    'Date,Description,Type,Amount\n08/12/2026,PAYROLL,Debit,500.00\n08/12/2026,GIVING,Credit,20.00\n',
    'Date,Description,Amount\n08/12/2026,PAYROLL,-500.00\n08/12/2026,GIVING,20.00\n',
  ]
  for (const csv of statements) await expect(report(csv)).rejects.toThrow(payouts.payoutMessages.bankStatement)
  expect((await app.call(payouts.listPayouts, { params: { id } }, { token })).reports).toEqual([])
  const gifts = 'Check Number,Payment Date,Donor Name,Match Amount\n771,10/19/2026,Ada,20.00\n'
  await expect(uploadStatement(gifts)).rejects.toThrow(bankLines.bankMessages.report)
  expect(await lines()).toEqual([])
})

test('a future line is refused, and ambiguous days are read as past days', async () => {
  const { uploadStatement, lines, type } = await foundation()
  await expect(type('2026-11-22', 'TOMORROW', 5)).rejects.toThrow(donationChanges.changeMessages.dateAhead)
  expect(await uploadStatement('Date,Description,Amount\n12/11/2026,GIVING,20\n')).toMatchObject({ added: 1 })
  expect(await uploadStatement('Date,Description,Amount\n2036-11-12,SLIP,21\n')).toMatchObject({ left_out: 1 })
  expect((await lines()).map(({ day, text }) => `${day} ${text}`)).toEqual(['2026-11-12 GIVING'])
})

test('a wrong line can be removed and restored, and its payout waits for the right one', async () => {
  const { token, params, uploadReport, uploadStatement, lines, settle, payoutOf, type, remove, bringBack } =
    await foundation()
  await uploadReport('yourcause_payments.csv')
  const payout = await payoutOf('4410098121')
  await type('2026-08-12', 'BBGF DEPOSIT', 512.04)
  const [wrong] = await lines()
  const of = { params: { ...params, bankLineId: wrong?.id ?? 0 } }
  await settle(wrong?.id ?? 0, payout?.id ?? 0)
  await remove(wrong?.id ?? 0)
  expect(await lines()).toEqual([])
  expect(await payoutOf('4410098121')).toMatchObject({ arrived_on: null, arrived: 0 })
  expect((await app.sendRoute(bankLines.removeBankLine, of, { token })).status).toBe(404)
  await expect(settle(wrong?.id ?? 0, payout?.id ?? 0)).rejects.toThrow()

  const { line } = await bringBack(wrong?.id ?? 0)
  expect(line).toMatchObject({ id: wrong?.id, payouts: [{ payout_id: payout?.id, tied_by: 'person' }] })
  expect((await app.sendRoute(bankLines.restoreBankLine, of, { token })).status).toBe(404)

  await remove(wrong?.id ?? 0)
  await type('2026-08-12', 'BBGF DEPOSIT', 512.4)
  const [right] = await lines()
  await settle(right?.id ?? 0, payout?.id ?? 0)
  expect((await bringBack(wrong?.id ?? 0)).line.payouts).toEqual([]) // its payout has arrived with the right line

  // A statement restores a typed-in line once. If it is removed again, it stays removed.
  await remove(wrong?.id ?? 0)
  const same = 'Date,Description,Amount\n08/12/2026,BBGF DEPOSIT,512.04\n'
  expect(await uploadStatement(same)).toEqual({ ...none, back: 1 })
  await remove(wrong?.id ?? 0)
  expect(await uploadStatement(same)).toEqual({ ...none, removed: 1 })
  expect(await type('2026-08-12', 'BBGF DEPOSIT', 512.04)).toEqual({ ...none, back: 1 })
  expect((await lines()).map(({ amount }) => amount).toSorted()).toEqual([512.04, 512.4])
})

test('a line can be tied to two payouts, one of them can be removed, and a payout can arrive in two lines', async () => {
  const { token, params, lines, settle, payoutOf, type, remove } = await foundation()
  for (const [reference, amount] of [
    ['EFT-1', 300],
    ['EFT-2', 200],
    ['EFT-3', 1_000],
  ] as const) {
    const body = {
      payer: 'Hollow Oak Giving',
      reference,
      paid_on: '2026-10-02',
      lines: [{ amount, donor_name: 'Ada Byron' }],
    }
    await app.call(payouts.addCheck, { params, body }, { token })
  }
  const [one, two, three] = await Promise.all(
    ['EFT-1', 'EFT-2', 'EFT-3'].map(async (name) => (await payoutOf(name))?.id ?? 0),
  )
  await type('2026-10-05', 'HOLLOW OAK GIVING ACH', 500)
  const [both] = await lines()
  expect(both?.candidates).toMatchObject([
    {
      why: 'Two payouts from one payer add up to exactly this amount',
      payouts: [{ payout_id: two }, { payout_id: one }],
    },
  ])
  const settled = await settle(both?.id ?? 0, one ?? 0, two ?? 0)
  expect(settled.line).toMatchObject({ left: 0, candidates: [], payouts: [{ amount: 300 }, { amount: 200 }] })
  const without = await settle(both?.id ?? 0, one ?? 0)
  expect(without.line).toMatchObject({
    left: 200,
    payouts: [{ payout_id: one }],
    candidates: [{ payouts: [{ payout_id: two }] }],
  })
  await expect(settle(both?.id ?? 0, one ?? 0, two ?? 0, three ?? 0)).rejects.toThrow(
    bankLines.bankMessages.nothingLeft,
  )
  expect((await settle(both?.id ?? 0, one ?? 0, two ?? 0)).line.left).toBe(0)

  await type('2026-10-06', 'HOLLOW OAK GIVING ACH', 600)
  await type('2026-10-07', 'HOLLOW OAK GIVING ACH', 400)
  const [rest, part] = await lines()
  const why = 'Partial deposit: with the $400 line, it adds up to exactly this payout'
  expect(part?.candidates).toMatchObject([{ why, payouts: [{ payout_id: three, awaits: 1_000 }] }])
  await settle(part?.id ?? 0, three ?? 0)
  expect(await payoutOf('EFT-3')).toMatchObject({ arrived: 600, not_arrived: 400, arrived_on: '2026-10-06' })
  await settle(rest?.id ?? 0, three ?? 0)
  expect(await payoutOf('EFT-3')).toMatchObject({ arrived: 1_000, not_arrived: 0, arrived_on: '2026-10-07' })
  await expect(settle(both?.id ?? 0, three ?? 0)).rejects.toThrow(bankLines.bankMessages.taken)
  await remove(part?.id ?? 0)
  expect(await payoutOf('EFT-3')).toMatchObject({ arrived: 400, not_arrived: 600 })
})

test('removing a statement keeps linked, typed-in and shared lines; undo or another upload restores it', async () => {
  const { uploadReport, uploadStatement, lines, type, remove, statements, removeStatement, restoreStatement } =
    await foundation()
  await uploadReport('yourcause_payments.csv')
  const head = 'Date,Description,Amount\n'
  const own = ['08/12/2026,OWN A,5.00', '08/13/2026,OWN B,6.00', '08/14/2026,OWN C,7.00'].join('\n')
  await type('2026-08-15', 'TYPED', 8)
  await uploadStatement(`${head}08/16/2026,SHARED,9.00\n`)
  const wrong = `${head}${own}\n08/15/2026,TYPED,8.00\n08/16/2026,SHARED,9.00\n08/11/2026,BBGF-4410098121,512.40\n`
  expect(await uploadStatement(wrong)).toEqual({ ...none, added: 4, known: 2, tied: 1 })
  const texts = async () => (await lines()).map(({ text }) => text).toSorted()
  const ownC = (await lines()).find(({ text }) => text === 'OWN C')
  await remove(ownC?.id ?? 0)
  const all = await texts()

  const [newest, older] = await statements()
  expect(newest).toMatchObject({ file_name: 'bank.csv', lines: 5, goes: 2, linked: 1, elsewhere: 2 })
  expect(older).toMatchObject({ lines: 1, goes: 0, linked: 0, elsewhere: 1 })
  const id = newest?.id ?? 0
  expect(await removeStatement(id)).toEqual({ removed: 2, linked: 1, elsewhere: 2 })
  expect(await texts()).toEqual(['BBGF-4410098121', 'SHARED', 'TYPED'])
  expect((await statements()).map((one) => one.id)).toEqual([older?.id])
  await expect(removeStatement(id)).rejects.toThrow()

  expect(await restoreStatement(id)).toEqual({ lines: 2 })
  expect(await texts(), 'what was removed by itself stays removed').toEqual(all)
  await expect(restoreStatement(id)).rejects.toThrow()

  await removeStatement(id)
  expect(await uploadStatement(wrong)).toEqual({ ...none, back: 2, known: 3, removed: 1 })
  expect(await texts()).toEqual(all)
  expect(await restoreStatement(id)).toEqual({ lines: 0 })
})

test('another organization’s statement is not found', async () => {
  const [ours, theirs] = [await foundation(), await foundation()]
  await theirs.uploadStatement('Date,Description,Amount\n08/12/2026,GIVING,20.00\n')
  const [statement] = await theirs.statements()
  const asked = { params: { id: ours.id, statementId: statement?.id ?? 0 } }
  expect((await app.sendRoute(bankLines.removeBankStatement, asked, { token: ours.token })).status).toBe(404)
  expect(await theirs.lines()).toHaveLength(1)
  expect(await ours.statements()).toEqual([])
})
