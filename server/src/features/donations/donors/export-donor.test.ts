import { donationChanges, donorData, donors, matchNotes } from '@twofold/contract'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let organization: number
let token: string

beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web' } })
  organization = await app.createOrganization()
  token = await app.signIn(await app.createMember(organization, 'write'))
  const policy = { method: 'csr', submission_url: 'https://match.example.org', ratio: '1:1' }
  await app.createCompanies([{ name: 'Quillfeather Works', policy }])
})
afterAll(() => app.stop())

const add = async (name: string, email: string) =>
  (
    await app.call(
      donationChanges.createDonation,
      {
        params: { id: organization },
        body: {
          donor_name: name,
          donor_email: email,
          amount: 50,
          donated_at: '2026-06-01',
          company_name: 'Quillfeather Works',
          custom: { fund: 'Roof' },
        },
      },
      { token },
    )
  ).donation

test('all data of a person is in one file, with notes and former addresses, and the download is in the audit trail', async () => {
  const gift = await add('=Ada Byron', 'ada@example.net')
  await add('Zoe Quill', 'zoe@example.net')
  const person = { params: { id: gift.donor_id } }
  await app.call(donors.updateDonor, { ...person, body: { email: 'lovelace@example.net' } }, { token })
  const note = { params: { id: gift.id }, body: { text: 'Called her on Monday' } }
  await app.call(matchNotes.addNote, note, { token })
  const { url } = await app.call(donorData.exportDonor, person, { token })
  const answer = await app.send('GET', url)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="donor-${gift.donor_id}-${app.clock().toISOString().slice(0, 10)}.zip"`,
  )
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const text = (name: string): string => strFromU8(files[name] ?? new Uint8Array())
  const data: Record<string, unknown[]> = JSON.parse(text('data.json'))
  expect(data).toMatchObject({
    donor_id: gift.donor_id,
    person: [{ email: 'lovelace@example.net' }, { email: 'ada@example.net' }],
    gifts: [{ id: gift.id, amount_cents: 5000, company: 'Quillfeather Works', custom: { fund: 'Roof' } }],
    emails: [{ donation_id: gift.id, kind: 'initial', state: 'queued' }],
    notes_of_staff: [{ text: 'Called her on Monday' }],
    changes_of_the_donor: [{ action: 'changed' }],
    unsubscribed_or_bounced: [],
  })
  expect(data['history']?.length).toBeGreaterThan(0)
  expect(JSON.stringify(data)).not.toContain('zoe@')
  expect(text('person.csv')).toContain("'=Ada Byron")
  expect(Object.keys(files)).not.toContain('unsubscribed_or_bounced.csv')
  expect((await app.send('GET', url)).status).toBe(410)
  const trail = await app.query(
    `SELECT subject, subject_id FROM audit_events WHERE organization_id = $1 AND action = 'exported'`,
    [organization],
  )
  expect(trail).toEqual([{ subject: 'donor', subject_id: String(gift.donor_id) }])
})

test('a read-only user cannot download it', async () => {
  const gift = await add('Ben Quill', 'ben@example.net')
  const reader = await app.signIn(await app.createMember(organization, 'read'))
  const refusal = await app.refusal(donorData.exportDonor, { params: { id: gift.donor_id } }, { token: reader })
  expect(refusal.status).toBe(403)
})
