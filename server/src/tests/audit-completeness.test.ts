import {
  allRoutes,
  apiKeys,
  audit,
  bankLines,
  bulkChanges,
  campaignGroups,
  chapterRequests,
  chapters,
  documents,
  donationChanges,
  donorData,
  donorMerges,
  imports,
  isMutatingRoute,
  matchNotes,
  members,
  notifees,
  payments,
  payouts,
  policies,
  type RouteDefinition,
  reports,
  sendingAddress,
  templates,
  webhooks,
} from '@twofold/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { formOf } from '../features/donations/imports/uploads.testing.ts'
import { addTestForm } from '../features/forms/company-forms/form.testing.ts'
import { createSignedGift } from '../features/public/donor-pages/signing/signed-form.testing.ts'
import { startTestApp, type TestApp } from '../testing/index.ts'
import { watchWrites } from '../testing/watch-writes.ts'

/** A new route needs an example here, or a reason for the missing audit event. */

let app: TestApp
let writes: Awaited<ReturnType<typeof watchWrites>>
let org: number
let token: string
let memberId: number
let adminPassword: string
let support: string
beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web', dnsServers: ['127.0.0.1:9'] } }) // no worker writes, no DNS queries
  writes = await watchWrites(app)
  org = await app.createOrganization({ name: 'Riverbend Example Foundation' })
  const member = await app.createMember(org, 'admin')
  memberId = member.id
  adminPassword = member.password
  token = await app.signIn(member)
  support = await app.signIn(await app.createUser({ isSuper: true }))
  const policy = { method: 'form', ratio: '1:1', form_needs_nonprofit: true } as const
  await app.createCompanies([{ name: 'Every Form Inc', policy }])
  await addTestForm(app, 'Every Form Inc', ['donor signature', 'authorized signature'])
})
afterAll(() => app.stop())
afterEach(async () => {
  await writes.takeLines()
  await app.query('UPDATE organizations SET cancelled_at = NULL, cancel_reason = NULL WHERE id = $1', [org])
  await app.query('UPDATE organizations SET parent_id = NULL WHERE parent_id = $1', [org]) // otherwise files would have to name a chapter
  for (const table of ['webhooks', 'api_keys', 'organization_documents', 'notifees', 'campaigns', 'email_templates']) {
    await app.query(`DELETE FROM ${table} WHERE organization_id = $1`, [org]) // frees the organization's quota
  }
})

const withoutLine: Readonly<Record<string, string>> = {
  testImportFile: 'reads a file and keeps nothing',
  openSubscribe: 'hands out an address; the plan is chosen by who opens it',
  openBillingPortal: 'hands out an address',
}

type Example = {
  readonly params?: unknown
  readonly query?: unknown
  readonly body?: unknown
  readonly form?: FormData
  readonly token?: string
}

let count = 0
const nextNumber = (): number => ++count
const id = () => ({ id: org })
const address = () => `example${nextNumber()}@example.org`

async function bankStatement(): Promise<number> {
  const form = new FormData()
  form.set('statement', new File([`Date,Description,Amount\n06/01/2026,WIRE ${nextNumber()},5.00\n`], 'bank.csv'))
  await app.call(bankLines.uploadBankStatement, { params: id(), form }, { token })
  const { statements } = await app.call(bankLines.listBankStatements, { params: id() }, { token })
  return statements[0]?.id ?? 0
}

async function bankLine(): Promise<number> {
  const body = { day: '2026-06-01', text: `DEPOSIT ${nextNumber()}`, amount: 25 }
  await app.call(bankLines.addBankLine, { params: id(), body }, { token })
  const { lines } = await app.call(bankLines.listBankLines, { params: id() }, { token })
  return lines.find(({ text }) => text === body.text)?.id ?? 0
}

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')
const documentForm = (): FormData => {
  const form = new FormData()
  form.set('file', new File([pdf], 'letter.pdf'))
  form.set('name', `Letter ${nextNumber()}`)
  return form
}
async function document(): Promise<number> {
  const answer = await app.call(documents.uploadFile, { params: id(), form: documentForm() }, { token })
  return answer.documents.at(-1)?.id ?? 0
}
const key = async () => (await app.call(apiKeys.createApiKey, { params: id() }, { token })).api_key.id
async function webhook(): Promise<number> {
  const answer = await app.call(webhooks.createWebhook, { params: id(), body: {} }, { token })
  const webhookId = answer.webhooks.at(-1)?.id ?? 0
  await app.query("UPDATE webhooks SET url = 'hooks.example.org/in' WHERE id = $1", [webhookId])
  return webhookId
}
const run = (state: 'done'): Promise<number> => app.createImport({ organization: org, state, createdAt: app.clock() })
async function createAskingOrganization() {
  const other = await app.createOrganization({ name: `Other ${nextNumber()}` })
  const admin = await app.signIn(await app.createMember(other, 'admin'))
  const body = { organization: String(other) }
  await app.call(chapterRequests.askToJoin, { params: id(), body }, { token })
  const { received } = await app.call(chapterRequests.listChapterRequests, { params: { id: other } }, { token: admin })
  return { other, admin, requestId: received[0]?.id ?? 0 }
}
async function invoice(): Promise<number> {
  const [row] = await app.query<{ id: string }>(
    `WITH made AS (
       INSERT INTO invoices (organization_id, month, currency, total_cents, lines, issued_at, due_on)
       VALUES ($1, date '2020-01-01' + $2 * interval '1 month', 'USD', 2000, 1, now(), '2030-01-01') RETURNING *)
     INSERT INTO ledger_entries (organization_id, at, kind, why, cents, currency, plan, month, invoice_id)
     SELECT organization_id, now(), 'bill', 'month', 2000, 'USD', 'flat_20', month, id FROM made RETURNING invoice_id AS id`,
    [org, nextNumber()],
  )
  return Number(row?.id)
}
const gift = () => app.createDonation({ organization: org, donor: `Donor ${nextNumber()}` })
const campaignBody = () => ({ name: `Campaign ${nextNumber()}`, startDate: '2026-03-01', endDate: '2026-05-31' })
async function campaign(days = "'2026-06-01', '2026-08-31'"): Promise<number> {
  const [row] = await app.query<{ id: string }>(
    `INSERT INTO campaigns (organization_id, name, start_date, end_date) VALUES ($1, 'Spring', ${days}) RETURNING id`,
    [org],
  )
  return Number(row?.id)
}
async function templateVersion(): Promise<number> {
  const params = { ...id(), templateId: 7 }
  const body = { organization_id: org, live: false }
  return (await app.call(templates.saveTemplate, { params, body }, { token })).template.id
}
const donor = () => app.createDonor({ organization: org, name: `Donor ${nextNumber()}` })
async function bulkChange(): Promise<number> {
  const body = { action: 'silence' as const, donation_ids: [await gift()] }
  return (await app.call(bulkChanges.prepareBulkChange, { params: id(), body }, { token })).bulk_change.id
}
const reportBody = () => ({ name: `Report ${nextNumber()}`, scope: 'organization' as const, columns: { amount: '' } })
const report = async () =>
  (await app.call(reports.saveReport, { params: id(), body: reportBody() }, { token })).report.id
const ownTerms = {
  start_date: '2026-01-01',
  end_date: null,
  ratio: '3:1',
  min_amount: null,
  max_per_gift: null,
  max_per_year: null,
  deadline_rule: null,
  note: '',
}
async function waitingGroup() {
  const campaignId = await campaign()
  const company = await app.createCompany({ name: `Group ${nextNumber()} Mills` })
  const giftId = await app.createDonation({ organization: org, donor: `Donor ${nextNumber()}`, company, status: 3 })
  await app.query("UPDATE donations SET campaign_id = $2, reason_code = 'group_submit' WHERE id = $1", [
    giftId,
    campaignId,
  ])
  return { params: { ...id(), campaignId }, list: { company_id: company, gifts: 1, newest_id: giftId } }
}
/** Without a worker, pending undo operations would block checks and files forever. */
const endUndoing = async () => {
  for (const table of ['payout_reports', 'imports'])
    await app.query(`UPDATE ${table} SET state = 'undone' WHERE state = 'undoing'`)
}

async function check() {
  const body = {
    payer: 'Acme Foundation',
    reference: `${nextNumber()}`,
    paid_on: '2026-06-01',
    lines: [{ amount: 25 }],
  }
  await endUndoing()
  const { report } = await app.call(payouts.addCheck, { params: id(), body }, { token })
  const { payouts: all } = await app.call(payouts.listPayouts, { params: id() }, { token })
  const payoutId = all.find(({ report_id }) => report_id === report.id)?.id ?? 0
  const { lines } = await app.call(payouts.getPayout, { params: { ...id(), payoutId } }, { token })
  return { reportId: report.id, payoutId, lineId: lines[0]?.id ?? 0 }
}
const member = async () => (await app.createMember(org, 'read')).id

const examples: Readonly<Record<string, () => Promise<Example> | Example>> = {
  changeOrganization: () => ({ params: id(), body: { mission: `Food for ${nextNumber()}` } }),
  uploadFile: () => ({ params: id(), form: documentForm() }),
  deleteDocument: async () => ({ params: { ...id(), docId: await document() } }),
  deleteLogo: async () => {
    await app.query("UPDATE organizations SET file_logo = 'logo.png' WHERE id = $1", [org])
    return { params: id() }
  },
  addNotifee: () => ({ params: id(), body: { email: address() } }),
  removeNotifee: async () => {
    const answer = await app.call(notifees.addNotifee, { params: id(), body: { email: address() } }, { token })
    return { params: { ...id(), notifeeId: answer.notifees.at(-1)?.id } }
  },
  resumeMails: () => ({ params: id(), body: {} }),
  holdMails: () => ({ params: id(), body: {} }),
  releaseMails: () => ({ params: id(), body: {} }),
  sendDonorMessage: async () => ({
    params: id(),
    body: { subject: 'Thank you', body: 'Hello', donation_ids: [await gift()], mails: 1 },
  }),
  changeMailSchedule: () => ({ params: id(), body: { action: 'hold' } }),
  stopEmails: async () => ({
    params: { id: await app.createDonor({ organization: org, name: `Donor ${nextNumber()}`, email: address() }) },
    body: { reason: 'opted_out', because: 'They called' },
  }),
  releaseSuppression: async () => {
    const email = address()
    await app.query(
      `INSERT INTO suppressions (organization_id, email_key, reason, at) VALUES ($1, $2, 'bounced', now())`,
      [org, email],
    )
    return { params: id(), body: { email } }
  },
  allowDigest: async () => {
    const email = address()
    await app.query(
      `INSERT INTO digest_refusals (organization_id, email, email_key, was_notifee, at) VALUES ($1, $2, $2, false, now())`,
      [org, email],
    )
    return { params: id(), body: { email } }
  },
  uploadImportFile: async () => {
    const file = {
      name: `gifts${nextNumber()}.csv`,
      bytes: `Name,Email,Amount,Date\nA,a@example.org,${nextNumber()},2026-05-01\n`,
    }
    await endUndoing()
    const { map } = await app.call(imports.testImportFile, { params: id(), form: formOf(file) }, { token })
    return { params: id(), form: formOf(file, { map: JSON.stringify(map) }) }
  },
  testImportFile: async () => {
    await endUndoing()
    const bytes = 'Name,Email,Amount,Date\nA,a@example.org,5,2026-05-01\n'
    return { params: id(), form: formOf({ name: 'gifts.csv', bytes }) }
  },
  undoImport: async () => {
    const importId = await run('done')
    const gift = await app.createDonation({ organization: org, donor: `Donor ${nextNumber()}` })
    await app.query('UPDATE donations SET import_id = $2 WHERE id = $1', [gift, importId])
    return { params: { ...id(), importId } }
  },
  uploadPayoutReport: () => {
    const form = new FormData()
    form.set('report', new File(['Company,Donor Name,Match Amount,Date\nAcme,Ada Byron,25,2026-05-01\n'], 'paid.csv'))
    return { params: id(), form }
  },
  addBankLine: () => ({ params: id(), body: { day: '2026-06-01', text: `DEPOSIT ${nextNumber()}`, amount: 25 } }),
  uploadBankStatement: () => {
    const form = new FormData()
    form.set('statement', new File([`Date,Description,Amount\n06/01/2026,ACH ${nextNumber()},25.00\n`], 'bank.csv'))
    return { params: id(), form }
  },
  settleBankLine: async () => ({ params: { ...id(), bankLineId: await bankLine() }, body: { payout_ids: [] } }),
  removeBankLine: async () => ({ params: { ...id(), bankLineId: await bankLine() } }),
  restoreBankLine: async () => {
    const params = { ...id(), bankLineId: await bankLine() }
    await app.call(bankLines.removeBankLine, { params }, { token })
    return { params }
  },
  removeBankStatement: async () => ({ params: { ...id(), statementId: await bankStatement() } }),
  restoreBankStatement: async () => {
    const params = { ...id(), statementId: await bankStatement() }
    await app.call(bankLines.removeBankStatement, { params }, { token })
    return { params }
  },
  undoPayoutReport: async () => ({ params: { ...id(), reportId: (await check()).reportId } }),
  openSubscribe: () => ({ params: { ...id(), plan: 'elig_5' } }),
  openBillingPortal: () => ({ params: id() }),
  endPlan: async () => {
    await app.query("UPDATE organizations SET plan = 'elig_5', is_premium = 'elig_5' WHERE id = $1", [org])
    return { params: id() }
  },
  enterPayment: async () => ({
    params: { ...id(), invoiceId: await invoice() },
    body: { amount: 5, paid_on: '2026-06-01', how: 'check', reference: `${nextNumber()}` },
    token: support,
  }),
  reversePayment: async () => {
    const params = { ...id(), invoiceId: await invoice() }
    const body = { amount: 5, paid_on: '2026-06-01', how: 'check' } as const
    const { payments: enteredPayments } = await app.call(payments.enterPayment, { params, body }, { token: support })
    return { params: { ...params, paymentId: enteredPayments[0]?.id }, body: { why: 'It bounced' }, token: support }
  },
  changeBillingRules: async () => {
    await app.query('UPDATE organizations SET rule_show_billing = false WHERE id = $1', [org])
    return { params: id(), body: { show_billing: true, invoiced: false }, token: support }
  },
  addCheck: async () => {
    await endUndoing()
    return {
      params: id(),
      body: { payer: 'Acme Foundation', reference: `${nextNumber()}`, paid_on: '2026-06-01', lines: [{ amount: 25 }] },
    }
  },
  answerPayoutReport: async () => {
    const { reportId } = await check()
    const question = { id: 'gifts', text: '', examples: [], options: [{ value: 'stop', label: '' }], answer: 'stop' }
    await app.query("UPDATE payout_reports SET state = 'asking', questions = $2 WHERE id = $1", [
      reportId,
      JSON.stringify([question]),
    ])
    return { params: { ...id(), reportId }, body: { answers: {} } }
  },
  voidPayments: async () => ({ params: { ...id(), reportId: (await check()).reportId }, body: {} }),
  addUnmatchedLines: async () => ({ params: { ...id(), reportId: (await check()).reportId } }),
  reopenPayoutLine: async () => {
    const params = { ...id(), lineId: (await check()).lineId }
    await app.call(payouts.settlePayoutLine, { params, body: { donation_id: null } }, { token })
    return { params }
  },
  setPayoutDate: async () => ({
    params: { ...id(), payoutId: (await check()).payoutId },
    body: { paid_on: '2026-05-20' },
  }),
  settlePayoutLine: async () => {
    const params = { ...id(), lineId: (await check()).lineId }
    return { params, body: { donation_id: null } }
  },
  saveOwnPolicy: async () => ({ params: { ...id(), companyId: await app.createCompany() }, body: ownTerms }),
  removeOwnPolicy: async () => {
    const params = { ...id(), companyId: await app.createCompany() }
    const { own_policies } = await app.call(policies.saveOwnPolicy, { params, body: ownTerms }, { token })
    return { params: { ...params, ownPolicyId: own_policies[0]?.id } }
  },
  suggestCorrection: async () => ({
    params: { ...id(), companyId: await app.createCompany() },
    body: { about: 'ratio', value: '2:1' },
  }),
  createDonation: () => ({
    params: id(),
    body: { donor_name: 'Ada Byron', donor_email: address(), amount: 50, donated_at: '2026-05-01' },
  }),
  updateDonation: async () => ({ params: { id: await gift() }, body: { amount: 4_000 + nextNumber() } }),
  deleteDonation: async () => ({ params: { id: await gift() } }),
  createCampaign: () => ({ params: id(), body: campaignBody() }),
  updateCampaign: async () => ({ params: { ...id(), campaignId: await campaign() }, body: campaignBody() }),
  endCampaign: async () => ({
    params: { ...id(), campaignId: await campaign("'2020-01-01', '2999-12-31'") },
    body: {},
  }),
  deleteCampaign: async () => ({ params: { ...id(), campaignId: await campaign() } }),
  restoreCampaign: async () => {
    const params = { ...id(), campaignId: await campaign() }
    await app.query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', [params.campaignId])
    return { params, body: {} }
  },
  saveTemplate: async () => ({
    params: { ...id(), templateId: await templateVersion() },
    body: { subject1: `Subject ${nextNumber()}` },
  }),
  resetTemplate: async () => ({ params: { ...id(), templateId: await templateVersion() } }),
  submitGroup: async () => {
    const { params, list } = await waitingGroup()
    return { params, body: list }
  },
  undoGroup: async () => {
    const { params, list } = await waitingGroup()
    const { submission_id } = await app.call(campaignGroups.submitGroup, { params, body: list }, { token })
    return { params: { ...params, submissionId: submission_id }, body: {} }
  },
  confirmDonations: async () => ({ body: { donation_ids: [await gift()], status: 'submitted' } }),
  addNote: async () => ({ params: { id: await gift() }, body: { text: `Called on day ${nextNumber()}` } }),
  updateDonor: async () => ({ params: { id: await donor() }, body: { name: `Renamed ${nextNumber()}` } }),
  eraseDonor: async () => {
    const params = { id: await donor() }
    const { confirm } = await app.call(donorData.previewErasure, { params }, { token })
    return { params, body: { confirm } }
  },
  exportDonor: async () => ({ params: { id: await donor() } }),
  mergeDonors: async () => ({ params: { id: await donor() }, body: { other_id: await donor() } }),
  undoMerge: async () => {
    const [kept, other] = [await donor(), await donor()]
    const merge = { params: { id: kept }, body: { other_id: other } }
    const { donor: merged } = await app.call(donorMerges.mergeDonors, merge, { token })
    return { params: { id: kept, mergeId: merged.merges[0]?.id } }
  },
  removeNote: async () => {
    const gifted = await gift()
    const body = { text: 'Wrong match' }
    const { donation } = await app.call(matchNotes.addNote, { params: { id: gifted }, body }, { token })
    return { params: { id: gifted, noteId: donation.notes[0]?.id } }
  },
  undoChange: async () => {
    const { undo } = await app.call(donationChanges.deleteDonation, { params: { id: await gift() } }, { token })
    return { params: id(), body: { undo_id: undo?.id } }
  },
  runBulkChange: async () => ({ params: { ...id(), bulkId: await bulkChange() } }),
  undoBulkChange: async () => {
    const bulkId = await bulkChange()
    await app.query("UPDATE bulk_changes SET state = 'done', done = 1, done_at = $2 WHERE id = $1", [
      bulkId,
      app.clock(),
    ])
    return { params: { ...id(), bulkId } }
  },
  saveReport: () => ({ params: id(), body: reportBody() }),
  deleteReport: async () => ({ params: { id: await report() } }),
  restoreReport: async () => {
    const params = { id: await report() }
    await app.call(reports.deleteReport, { params }, { token })
    return { params }
  },
  setReportMailings: async () => {
    const params = { id: await report() }
    return { params, body: { user_ids: [memberId], frequency: 'weekly', day: 1 } }
  },
  closeOrganization: () => ({
    params: id(),
    body: { name: 'Riverbend Example Foundation', password: adminPassword },
  }),
  reopenOrganization: async () => {
    await app.query('UPDATE organizations SET cancelled_at = $2 WHERE id = $1', [org, app.clock()])
    return { params: id(), body: {} }
  },
  exportOrganization: () => ({ params: id(), body: {} }),
  chooseSendingAddress: () => ({ params: id(), body: { address: `giving@change${nextNumber()}.example.org` } }),
  checkSendingAddress: async () => {
    const body = { address: `giving@change${nextNumber()}.example.org` }
    await app.call(sendingAddress.chooseSendingAddress, { params: id(), body }, { token })
    return { params: id(), body: {} }
  },
  removeSendingAddress: async () => {
    const body = { address: `giving@change${nextNumber()}.example.org` }
    await app.call(sendingAddress.chooseSendingAddress, { params: id(), body }, { token })
    return { params: id() }
  },
  createApiKey: () => ({ params: id(), body: {} }),
  createApiKeyByGet: () => ({ params: id() }),
  renameApiKey: async () => ({ params: { ...id(), keyId: await key() }, body: { name: `Key ${nextNumber()}` } }),
  revealApiKey: async () => ({ params: { ...id(), keyId: await key() } }),
  deleteApiKey: async () => ({ params: { ...id(), keyId: await key() } }),
  createWebhook: () => ({ params: id(), body: {} }),
  updateWebhook: async () => ({
    params: { id: await webhook() },
    body: { webhook: { url: `a${nextNumber()}.example.org` } },
  }),
  revealWebhook: async () => ({ params: { id: await webhook() } }),
  rotateWebhookSecret: async () => ({ params: { id: await webhook() } }),
  sendTestEvent: async () => ({ params: { id: await webhook() } }),
  resendDelivery: async () => {
    const webhookId = await webhook()
    const [row] = await app.query<{ id: string }>(
      `INSERT INTO webhook_deliveries (organization_id, webhook_id, event, happened_at, data, state, send_at)
       VALUES ($1, $2, 'test', now(), '{}', 'failed', now()) RETURNING id`,
      [org, webhookId],
    )
    return { params: { id: webhookId, deliveryId: Number(row?.id) } }
  },
  deleteWebhook: async () => ({ params: { id: await webhook() } }),
  setPermission: () => ({ body: { org_id: org, email: address() } }),
  removePermission: async () => ({ body: { org_id: org, user_id: await member() } }),
  updateUser: async () => ({
    params: { userId: await member() },
    body: { org_id: org, name: `Renamed ${nextNumber()}` },
  }),
  restoreUser: async () => {
    const userId = await member()
    await app.call(members.removePermission, { body: { org_id: org, user_id: userId } }, { token })
    return { params: { ...id(), userId } }
  },
  setSigner: async () => {
    const body = { may_sign: true, title: 'Treasurer' }
    return { params: { ...id(), userId: await member() }, body }
  },
  askToVerify: async () => ({ params: id(), body: { donation_ids: [await gift()], asked_by: 'Benevity' } }),
  signForms: async () => {
    const email = address()
    const donation = await createSignedGift(app, org, { email, employer: 'Every Form Inc' })
    await app.query("UPDATE members SET may_sign = true, title = 'Treasurer' WHERE organization_id = $1", [org])
    return { params: id(), body: { donation_ids: [donation], name: 'Ada Admin', consent: true } }
  },
  inviteAgain: async () => ({ params: { ...id(), userId: await member() } }),
  createChapter: () => ({ params: id(), body: { name: `Chapter ${nextNumber()}` } }),
  askToJoin: () => ({ params: id(), body: { organization: `nobody${nextNumber()}@example.org` } }),
  withdrawRequest: async () => ({ params: { ...id(), requestId: (await createAskingOrganization()).requestId } }),
  answerRequest: async () => {
    const { other, admin, requestId } = await createAskingOrganization()
    return { params: { id: other, requestId }, body: { accept: true }, token: admin }
  },
  leaveParent: async () => {
    const body = { name: `Leaving ${nextNumber()}` }
    const { chapter } = await app.call(chapters.createChapter, { params: id(), body }, { token })
    await app.createMember(chapter.id, 'admin')
    return { params: { id: chapter.id } }
  },
  allowChanges: () => ({ params: id(), token: support }),
  onlyLook: () => ({ params: id(), token: support }),
}

const make = async (route: RouteDefinition, example: Example): Promise<Response> => {
  const { token: by = token, ...input } = example
  return app.sendRoute(route, input as never, { token: by })
}

const knownActions = Object.entries(audit.auditActions).flatMap(([subject, actions]) =>
  actions.map((action) => `${subject} ${action}`),
)

const changing = allRoutes.filter((route) => isMutatingRoute(route) && route.scope !== undefined)

test.each(changing)(
  '$method $path writes exactly one audit event, in the same transaction as its change',
  async (route) => {
    const example = await examples[route.name]?.()
    if (!example) throw new Error(`${route.name} needs an example in this file`)
    await writes.forget()
    const [last] = await app.query<{ id: string }>('SELECT coalesce(max(id), 0) AS id FROM audit_events')
    const response = await make(route, example)
    expect(response.status, await response.clone().text()).toBeLessThan(300)
    expect(await writes.withoutLine()).toEqual([])
    if (withoutLine[route.name]) return
    expect(await writes.changed()).toContain('audit_events')
    const lines = await app.query<{ organization_id: string; name: string }>(
      `SELECT organization_id, subject || ' ' || action AS name FROM audit_events WHERE id > $1 AND (subject, action) <> ('organization', 'entered')`, // a separate act
      [last?.id],
    )
    expect(new Set(lines.map((line) => line.organization_id)).size, 'one act, one line').toBe(lines.length)
    expect(knownActions).toEqual(expect.arrayContaining(lines.map(({ name }) => name)))
  },
)

test.each(changing.filter(({ name }) => !withoutLine[name]))(
  '$method $path changes nothing when its audit event cannot be written',
  async (route) => {
    const example = await examples[route.name]?.()
    if (!example) throw new Error(`${route.name} needs an example in this file`)
    await writes.forget()
    await writes.refuseLines()
    expect((await make(route, example)).status).toBe(500)
    expect(await writes.changed()).toEqual([])
  },
)

const orderedLevels = ['read', 'write', 'admin'] as const
const isLevel = (access: RouteDefinition['access']): access is (typeof orderedLevels)[number] =>
  orderedLevels.some((level) => level === access)

const ofOneself: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  changeOrganization: { mission: undefined, custom: { amply: { feature: 'better-reporting' } } },
  saveReport: { scope: 'personal' },
}

async function callAs(level: string, route: RouteDefinition, example: Example): Promise<Response> {
  const setLevel = async (to: string) => {
    await app.query('UPDATE members SET level = $3 WHERE organization_id = $1 AND user_id = $2', [org, memberId, to])
    app.clock.advance({ seconds: 1 }) // expires the cache of callers
  }
  await setLevel(level)
  try {
    return await make(route, example)
  } finally {
    await setLevel('admin')
  }
}

test.each(changing.filter(({ access }) => isLevel(access)))(
  '$method $path is allowed for the level of its contract, and refused to the level below',
  async (route) => {
    const example = await examples[route.name]?.()
    if (!example) throw new Error(`${route.name} needs an example in this file`)
    if (example.token || !isLevel(route.access)) return // for another caller, whose levels caller-authorization.test.ts covers
    const ownBody = ofOneself[route.name]
    const request = ownBody ? { ...example, body: { ...Object(example.body), ...ownBody } } : example
    await app.query("UPDATE reports SET scope = 'personal' WHERE organization_id = $1", [org])
    await app.createMember(org, 'admin') // an organization must keep one admin
    const lowerLevel = orderedLevels[orderedLevels.indexOf(route.access) - 1]
    if (lowerLevel) expect((await callAs(lowerLevel, route, request)).status).toBe(403)
    const response = await callAs(route.access, route, request)
    expect(response.status, await response.clone().text()).toBeLessThan(300)
  },
)

test('a change that is rolled back at its commit leaves no audit event', async () => {
  const body = { org_id: org, email: address() }
  await app.query(`
    CREATE FUNCTION fail_late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'too late'; END $$;
    CREATE CONSTRAINT TRIGGER fail_late AFTER INSERT ON members DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW EXECUTE FUNCTION fail_late()`)
  await writes.forget()
  expect((await app.sendRoute(members.setPermission, { body }, { token })).status).toBe(500)
  expect(await writes.changed()).toEqual([])
  await app.query('DROP TRIGGER fail_late ON members; DROP FUNCTION fail_late')
})
