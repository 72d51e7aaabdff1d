import {
  donationChanges,
  donations,
  donorData,
  donorMerges,
  donors,
  publicMatch,
  suppressions,
} from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeMailServer, startFakeMailServer, startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, uploader } from './uploads.testing.ts'

let app: TestApp
let smtp: FakeMailServer
beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({ config: { smtpUrl: smtp.url, mailAllow: ['example.org'], mailDelaySeconds: 0 } })
  await app.createCompanies([
    {
      name: 'Quillon',
      policy: {
        program: 'yes',
        method: 'csr',
        submission_url: 'https://q.example',
        ratio: '1:1',
        max_per_year_cents: 10_000,
      },
    },
    { name: 'Tinsel', policy: { program: 'yes', method: 'csr', submission_url: 'https://t.example', ratio: '1:1' } },
  ])
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

const file = (...rows: string[]) => csv('Transaction ID,Date,Donor Name,Email,Amount,Employer', ...rows)
const withoutIds = (...rows: string[]) => csv('Date,Donor Name,Email,Amount,Employer', ...rows)

async function organization(columns: Readonly<Record<string, unknown>> = {}) {
  const uploads = await uploader(app, columns)
  const admin = await app.signIn(await app.createMember(uploads.id, 'admin'))
  const params = { id: uploads.id }
  return {
    ...uploads,
    admin,
    people: async () =>
      (await app.call(donors.listDonors, { params, query: {} }, { token: admin })).donors
        .map(({ id, name, email, sums }) => ({ id, name, email, gifts: sums.reduce((sum, one) => sum + one.gifts, 0) }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    gifts: async () =>
      (await app.call(donations.listDonations, { params, query: {} }, { token: admin })).donations.toSorted(
        (one, other) => one.id - other.id,
      ),
    add: (given: Record<string, unknown>) =>
      app.call(
        donationChanges.createDonation,
        { params, body: { amount: 50, donated_at: '2026-06-10', donor_name: '', ...given } },
        { token: admin },
      ),
    ask: (given: { readonly name?: string; readonly email: string }) => ({
      params: { organization: String(uploads.id) },
      body: { name: 'Dana Donor', amount: 50, date: '2026-06-10', employer: 'Quillon', ...given },
    }),
  }
}

const couple = (mailbox: string) =>
  file(
    `c-1,2026-06-01,John Olds,${mailbox},100.00,Quillon`,
    `c-2,2026-06-01,Mary Olds,${mailbox.toUpperCase()},100.00,Quillon`,
    `c-3,2026-06-02,Mary Olds,${mailbox},40.00,`,
  )

test('a couple with one mailbox stays two people, each with their own employer and yearly maximum', async () => {
  const { upload, people, gifts } = await organization()
  expect(await upload(couple('olds@example.org'))).toMatchObject({ accepted: 3, rejected: 0 })
  expect(await people()).toMatchObject([
    { name: 'John Olds', email: 'olds@example.org', gifts: 1 },
    { name: 'Mary Olds', email: 'OLDS@EXAMPLE.ORG', gifts: 2 },
  ])
  expect((await gifts()).map(({ matched }) => matched)).toEqual([100, 100, 0])
  expect(await upload(couple('olds@example.org'))).toMatchObject({ accepted: 0, unchanged: 3 })
  expect(await people()).toHaveLength(2)
})

test('equal gifts of a couple on one day without IDs are two gifts, also on repeated upload', async () => {
  const { upload, people, countDonations } = await organization()
  const gifts = withoutIds(
    '2026-06-01,John Olds,pair@example.org,100.00,Quillon',
    '2026-06-01,Mary Olds,pair@example.org,100.00,Tinsel',
  )
  expect(await upload(gifts)).toMatchObject({ accepted: 2, rejected: 0 })
  expect(await upload(gifts)).toMatchObject({ accepted: 0, unchanged: 2 })
  expect(await countDonations()).toEqual({ gifts: 2, cents: 20_000 })
  expect((await people()).map(({ gifts: count }) => count)).toEqual([1, 1])
})

test('three spellings of one person are one donor, and the pre-check lists the other spellings', async () => {
  const { upload, people, gifts, test: preCheck } = await organization()
  const spelled = file(
    's-1,2026-06-01,Robert Poe,poe@example.org,100.00,Quillon',
    's-2,2026-06-02,"POE, ROBERT",poe@example.org,40.00,',
    's-3,2026-06-03,Bob Poe,poe@example.org,40.00,',
    's-4,2026-06-04,Bob & Ann Poe,poe@example.org,40.00,',
  )
  expect((await preCheck(spelled)).warnings).toContainEqual({
    code: 'names_of_one_address',
    message:
      '2 rows name a donor differently from other rows with the same email address (like Bob Poe, poe@example.org). We treat them as one person and keep the name with the gift.',
    count: 2,
    rows: [3, 4],
  })
  await upload(spelled)
  expect(await people()).toMatchObject([{ name: 'Robert Poe', gifts: 4 }])
  expect((await gifts()).map(({ custom }) => custom.name_as_given)).toEqual([
    undefined,
    undefined,
    'Bob Poe',
    'Bob & Ann Poe',
  ])
})

test('an older file matches its gifts, and its second donor is an optional change', async () => {
  const { id, upload, people, test: preCheck, countDonations } = await organization()
  await upload(
    file('o-1,2026-06-01,John Olds,old@example.org,100.00,Quillon', 'o-2,2026-06-02,John Olds,old@example.org,60.00,'),
  )
  await upload(withoutIds('2026-06-05,John Olds,old@example.org,70.00,Quillon'))
  expect(await people()).toMatchObject([{ name: 'John Olds', gifts: 3 }])
  const again = file(
    'o-1,2026-06-01,John Olds,old@example.org,100.00,Quillon',
    'o-2,2026-06-02,Mary Olds,old@example.org,60.00,',
  )
  expect((await preCheck(again)).review).toMatchObject({
    gifts: 0,
    news: [{ kind: 'donor', count: 1, applied: false, examples: [{ from: 'John Olds, old@example.org' }] }],
  })
  expect(await upload(again)).toMatchObject({ accepted: 0, rejected: 0 })
  const unnumbered = withoutIds('2026-06-05,Mary Olds,old@example.org,70.00,Quillon')
  expect((await preCheck(unnumbered)).questions).toMatchObject([{ id: 'probably_same', count: 1, answer: 'leave_out' }])
  expect(await upload(unnumbered)).toMatchObject({ accepted: 0, left_out: 1 })
  expect(await countDonations()).toEqual({ gifts: 3, cents: 23_000 })
  expect(await upload(again, { news: 'donor' })).toMatchObject({ updated: 1 })
  expect(await people()).toMatchObject([
    { name: 'John Olds', gifts: 2 },
    { name: 'Mary Olds', gifts: 1 },
  ])
  expect(await app.query('SELECT donor_key, mailbox FROM donors WHERE organization_id = $1 ORDER BY id', [id])).toEqual(
    [
      { donor_key: 'old@example.org', mailbox: null },
      { donor_key: 'old@example.org mary olds', mailbox: 'old@example.org' },
    ],
  )
})

test('removes placeholder addresses and counts their rows in the pre-check', async () => {
  const { upload, people, gifts, test: preCheck } = await organization()
  const first = file(
    'p-1,2026-06-01,Edna Wills,noemail@noemail.com,100.00,Quillon',
    'p-2,2026-06-02,Frank Yates,noemail@noemail.com,100.00,Quillon',
    'p-3,2026-06-03,Gail Zorn,none@none.com,100.00,Quillon',
  )
  const { warnings, review } = await preCheck(first)
  expect(warnings).toContainEqual({
    code: 'placeholder_address',
    message:
      '3 rows have a placeholder instead of an email address (noemail@noemail.com, none@none.com). We record these donors by name only and won’t email those addresses.',
    count: 3,
    rows: [1, 2, 3],
  })
  expect(review?.mails.mails).toBe(0)
  await upload(first)
  await upload(
    file(
      'p-4,2026-06-04,Hal Ames,NoEmail@noemail.com,100.00,Quillon',
      'p-5,2026-06-05,Edna Wills,noemail@noemail.com,30.00,',
    ),
  )
  expect(await people()).toMatchObject([
    { name: 'Edna Wills', email: '', gifts: 2 },
    { name: 'Frank Yates', email: '', gifts: 1 },
    { name: 'Gail Zorn', email: '', gifts: 1 },
    { name: 'Hal Ames', email: '', gifts: 1 },
  ])
  expect((await gifts()).slice(0, 4).map(({ matched }) => matched)).toEqual([100, 100, 100, 100])
})

test('a row with a placeholder address and no name is rejected', async () => {
  const { upload } = await organization()
  expect(
    await upload(file('p-1,2026-06-01,,none@none.com,100.00,Quillon', 'p-2,2026-06-01,Ida Boyd,,9.00,')),
  ).toMatchObject({
    accepted: 1,
    rejected: 1,
  })
})

test("the organization's own address identifies no donor, unless its holder gives", async () => {
  const {
    upload,
    people,
    test: preCheck,
  } = await organization({
    contact_email: 'desk@riverbend.example',
    contact_name: 'Kim Park',
    url: 'https://www.riverbend.example/give',
  })
  const given = file(
    'w-1,2026-06-01,Ann Lee,desk@riverbend.example,100.00,Quillon',
    'w-2,2026-06-02,Bo Diaz,info@riverbend.example,100.00,Quillon',
    'w-3,2026-06-03,Kim Park,desk@riverbend.example,100.00,Quillon',
    'w-4,2026-06-04,,info@riverbend.example,100.00,Quillon',
  )
  expect((await preCheck(given)).warnings).toContainEqual(
    expect.objectContaining({ code: 'own_address', count: 2, rows: [1, 2] }),
  )
  expect(await upload(given)).toMatchObject({ accepted: 3, rejected: 1 })
  expect(await people()).toMatchObject([
    { name: 'Ann Lee', email: '' },
    { name: 'Bo Diaz', email: '' },
    { name: 'Kim Park', email: 'desk@riverbend.example' },
  ])
})

test('removes an address that four people share, in one file and across files', async () => {
  const { upload, people, test: preCheck } = await organization()
  const row = (id: number, name: string) => `q-${id},2026-06-0${id},${name},office@school.example,100.00,Quillon`
  const four = file(row(1, 'Ann Lee'), row(2, 'Bo Diaz'), row(3, 'Cy Poe'), row(4, 'Di Roe'))
  expect((await preCheck(four)).warnings).toContainEqual(
    expect.objectContaining({ code: 'shared_address', count: 4, rows: [1, 2, 3, 4] }),
  )
  await upload(four)
  expect((await people()).map(({ email }) => email)).toEqual(['', '', '', ''])
  const other = await organization()
  await other.upload(file(row(1, 'Ann Lee'), row(2, 'Bo Diaz'), row(3, 'Cy Poe')))
  await other.upload(file(row(4, 'Di Roe')))
  expect(await other.people()).toMatchObject([{}, {}, {}, { name: 'Di Roe', email: '' }])
})

test('a gift entered by hand keeps its name, distinguishes people of one mailbox and drops a placeholder', async () => {
  const { add, people } = await organization()
  await add({ donor_name: 'John Olds', donor_email: 'home@example.org', amount: 50 })
  await add({ donor_name: 'Mary Olds', donor_email: 'home@example.org', amount: 60 })
  await add({ donor_name: 'Johnny Olds', donor_email: 'home@example.org', amount: 70 })
  await add({ donor_name: 'Pat Quinn', donor_email: 'noreply@example.org', amount: 80 })
  expect(await people()).toMatchObject([
    { name: 'John Olds', gifts: 2 },
    { name: 'Mary Olds', gifts: 1 },
    { name: 'Pat Quinn', email: '', gifts: 1 },
  ])
})

test("a public request with a placeholder is refused; one of a mailbox's second person is theirs", async () => {
  const { ask, upload, people } = await organization()
  expect(await app.refusal(publicMatch.requestMatch, ask({ email: 'noemail@noemail.com' }))).toMatchObject({
    status: 422,
    fields: { email: publicMatch.requestMessages.ownEmail },
  })
  await upload(couple('asks@example.org'))
  await app.call(publicMatch.requestMatch, ask({ name: 'Mary Olds', email: 'asks@example.org' }))
  expect(await people()).toMatchObject([{ name: 'John Olds' }, { name: 'Mary Olds' }])
  // The upload contains the gift that she requested.
  expect(await upload(file('c-9,2026-06-10,Mary Olds,asks@example.org,50.00,Quillon'))).toMatchObject({
    accepted: 0,
    unchanged: 1,
  })
})

test("staff can give a donor another donor's address only if the names clearly differ", async () => {
  const { add, people, admin } = await organization()
  await add({ donor_name: 'John Olds', donor_email: 'one@example.org' })
  const { donor_id: mary } = (await add({ donor_name: 'Mary Olds', donor_email: 'two@example.org' })).donation
  const change = (email: string) => ({ params: { id: mary }, body: { email } })
  await app.call(donors.updateDonor, change('one@example.org'), { token: admin })
  expect(await people()).toMatchObject([
    { name: 'John Olds', email: 'one@example.org' },
    { name: 'Mary Olds', email: 'one@example.org' },
  ])
  expect((await app.refusal(donors.updateDonor, change('none@none.com'), { token: admin })).fields).toEqual({
    email: donors.donorMessages.noAddress,
  })
  await app.call(donors.updateDonor, change('two@example.org'), { token: admin })
  expect(await add({ donor_name: 'Mary Olds', donor_email: 'one@example.org', amount: 70 })).toMatchObject({
    donation: { donor_id: mary },
  })
})

test('two people of a mailbox can be merged and separated again', async () => {
  const { upload, people, admin } = await organization()
  await upload(couple('merge@example.org'))
  const [john, mary] = await people()
  if (!john || !mary) throw new Error('they are not here')
  const params = { id: john.id }
  const { donor } = await app.call(donorMerges.mergeDonors, { params, body: { other_id: mary.id } }, { token: admin })
  expect(await people()).toMatchObject([{ name: 'John Olds', gifts: 3 }])
  await upload(file('c-7,2026-06-09,Mary Olds,merge@example.org,30.00,'))
  expect(await people()).toMatchObject([{ name: 'John Olds', gifts: 4 }])
  const merge = donor.merges[0]?.id ?? 0
  await app.call(donorMerges.undoMerge, { params: { id: john.id, mergeId: merge } }, { token: admin })
  expect(await people()).toHaveLength(2)
})

test("erasing one of two people keeps the other's address and blocks the erased one", async () => {
  const { id, upload, people, admin } = await organization()
  await upload(couple('left@example.org'))
  const [john, mary] = await people()
  if (!john || !mary) throw new Error('they are not here')
  // A donor cannot be erased while an email to them is being sent.
  const due = () =>
    app.query(
      `SELECT id FROM notifications WHERE organization_id = $1 AND (state = 'sending' OR state = 'queued' AND send_at <= $2)`,
      [id, app.platform.clock()],
    )
  await expect.poll(due, { timeout: 60_000 }).toEqual([])
  await app.call(
    donorData.eraseDonor,
    { params: { id: john.id }, body: { confirm: 'left@example.org' } },
    { token: admin },
  )
  expect(await people()).toMatchObject([{ name: 'Mary Olds', gifts: 2 }])
  await upload(
    file(
      'e-1,2026-06-11,John Olds,left@example.org,80.00,Quillon',
      'e-2,2026-06-11,Mary Olds,left@example.org,90.00,Quillon',
    ),
  )
  expect(await people()).toMatchObject([
    { id: mary.id, name: 'Mary Olds', email: expect.stringMatching(/left@/i), gifts: 3 },
  ])
  expect(
    await app.query('SELECT silenced FROM donations WHERE organization_id = $1 AND amount_cents = 8000', [id]),
  ).toEqual([{ silenced: true }])
})

test('unsubscribing a shared mailbox stops emails to everyone who has it, and every email names its person', async () => {
  const { upload } = await organization({ street: '1 Main St' })
  await upload(couple('both@example.org'))
  const mails = () => smtp.mails.filter(({ to }) => to.some((one) => one.toLowerCase() === 'both@example.org'))
  await expect.poll(() => mails().length).toBe(2)
  const ofMary = mails().find(({ parsed }) => parsed.text?.includes('Dear Mary,'))
  expect(mails().filter(({ parsed }) => parsed.text?.includes('Dear John,'))).toHaveLength(1)
  const header = ofMary?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const answer = await app.send('POST', new URL(/<([^>]+)>/.exec(header)?.[1] ?? '').pathname, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(answer.status).toBe(200)
  await upload(
    file(
      'u-1,2026-05-11,John Olds,both@example.org,80.00,Tinsel',
      'u-2,2026-05-12,Mary Olds,both@example.org,90.00,Tinsel',
    ),
  )
  const problems = () =>
    app.query(
      `SELECT n.state, n.problem FROM notifications n JOIN donations d ON d.organization_id = n.organization_id AND d.id = n.donation_id
       WHERE d.transaction_id IN ('u-1', 'u-2')`,
    )
  const skipped = { state: 'skipped', problem: 'The donor unsubscribed.' }
  await expect.poll(problems).toEqual([skipped, skipped])
})

test("a fact against emails stops the named person, and an email's link still stops the mailbox", async () => {
  const { id, admin, upload, people } = await organization()
  const word = (name: string, noEmail: string, deceased: string) =>
    csv(
      'Transaction ID,Date,Donor Name,Email,Amount,Employer,Do Not Email,Deceased',
      `${name || 'nobody'}-9,2026-06-10,${name},quiet@example.org,30.00,Quillon,${noEmail},${deceased}`,
    )
  const stopped = async () => {
    const { donors: all } = await app.call(donors.listDonors, { params: { id }, query: {} }, { token: admin })
    return Object.fromEntries(all.map(({ name, suppression }) => [name.split(' ')[0], suppression?.reason ?? null]))
  }
  await upload(couple('quiet@example.org'))
  await upload(word('Mary Olds', 'Yes', ''))
  expect(await stopped()).toEqual({ John: null, Mary: 'opted_out' })
  const listed = await app.call(suppressions.listSuppressions, { params: { id }, query: {} }, { token: admin })
  expect(listed.suppressions).toMatchObject([{ email: 'quiet@example.org', donor_name: 'Mary Olds' }])
  const mary = (await people()).find(({ name }) => name === 'Mary Olds')
  const body = { email: 'quiet@example.org', because: 'She asked on the phone', donor_id: mary?.id ?? null }
  await app.call(suppressions.releaseSuppression, { params: { id }, body }, { token: admin })
  await upload(word('John Olds', '', 'Yes'))
  expect(await stopped()).toEqual({ John: 'deceased', Mary: null })
  const mailed = () => smtp.mails.find(({ to }) => to.includes('quiet@example.org'))
  await expect.poll(() => mailed() !== undefined).toBe(true)
  const header = mailed()?.parsed.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  await app.send('POST', new URL(/<([^>]+)>/.exec(header)?.[1] ?? '').pathname, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(await stopped()).toEqual({ John: 'deceased', Mary: 'unsubscribed' })
  await upload(word('Zoe Olds', '', ''))
  expect(await stopped()).toEqual({ John: 'deceased', Mary: 'unsubscribed', Zoe: 'unsubscribed' })
})

test.each(['unsubscribed', 'complained'])(
  'a mailbox that %s stays stopped after a death, for people in later files, too',
  async (reason) => {
    const { id, admin, upload } = await organization()
    const mailbox = `${reason}@example.org`
    const word = (name: string, deceased: string) =>
      csv(
        'Transaction ID,Date,Donor Name,Email,Amount,Employer,Deceased',
        `${name}-9,2026-06-10,${name},${mailbox},30.00,Quillon,${deceased}`,
      )
    await upload(word('John Olds', ''))
    await app.query('INSERT INTO suppressions (organization_id, email_key, reason, at) VALUES ($1, $2, $3, now())', [
      id,
      mailbox,
      reason,
    ])
    await upload(word('John Olds', 'Yes'))
    await upload(word('Mary Olds', ''))
    const { donors: all } = await app.call(donors.listDonors, { params: { id }, query: {} }, { token: admin })
    expect(Object.fromEntries(all.map(({ name, suppression }) => [name, suppression?.reason]))).toEqual({
      'John Olds': 'deceased',
      'Mary Olds': reason,
    })
    const listed = await app.call(suppressions.listSuppressions, { params: { id }, query: {} }, { token: admin })
    expect(listed.suppressions.map((one) => [one.email, one.reason])).toEqual(
      expect.arrayContaining([
        [mailbox, 'deceased'],
        [mailbox, reason],
      ]),
    )
  },
)

test('a fact against emails in a row without a name stops everyone at the address', async () => {
  const { id, admin, upload } = await organization()
  await upload(couple('still@example.org'))
  await upload(
    csv(
      'Transaction ID,Date,Donor Name,Email,Amount,Employer,Do Not Email',
      'n-9,2026-06-10,,still@example.org,30.00,Quillon,Yes',
    ),
  )
  const { donors: all } = await app.call(donors.listDonors, { params: { id }, query: {} }, { token: admin })
  expect(all.map(({ suppression }) => suppression?.reason)).toEqual(['opted_out', 'opted_out'])
})
