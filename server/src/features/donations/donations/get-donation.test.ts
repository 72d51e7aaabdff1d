import { digests, donations } from '@twofold/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let ours: number
let chapter: number
let theirs: number
let token: string

beforeAll(async () => {
  app = await startTestApp()
  ours = await app.createOrganization()
  chapter = await app.createOrganization({ parent_id: ours, type: 'chapter' })
  theirs = await app.createOrganization()
  token = await app.signIn(await app.createMember(ours, 'read'))
})
afterAll(() => app.stop())

const get = async (id: number) => (await app.call(donations.getDonation, { params: { id } }, { token })).donation
const refused = async (id: number) => {
  const { status, code, message } = await app.refusal(donations.getDonation, { params: { id } }, { token })
  return { status, code, message }
}

describe('one donation', () => {
  it('returns its status, evaluation, history and sent emails', async () => {
    const [company] = (
      await app.createCompanies([
        {
          name: 'Quillon Industries',
          policy: { method: 'csr', submission_url: 'https://give.example.org', as_of: '2025', verification: 'email' },
        },
      ])
    ).values()
    const id = await app.createDonation({ organization: ours, company, status: 7 })
    const [policy] = await app.query<{ id: string }>('SELECT id FROM policies WHERE company_id = $1', [company])
    await app.query(
      `UPDATE donations SET policy_version_id = $2, deadline_at = '2027-01-01T04:59:59.999Z', estimated_cents = 5000
       WHERE id = $1`,
      [id, policy?.id],
    )
    await app.query(
      `INSERT INTO evaluations (organization_id, donation_id, at, status_id, policy_version_id, trace)
       VALUES ($1, $2, '2026-05-01Z', 9, NULL, '[{"rule": "old", "text": "Older."}]'),
         ($1, $2, '2026-05-02Z', 7, $3, '[{"rule": "method", "text": "It takes requests in its portal."}]')`,
      [ours, id, policy?.id],
    )
    await app.query(
      `INSERT INTO donation_events (organization_id, donation_id, at, action, from_status_id, to_status_id, actor)
       VALUES ($1, $2, '2026-05-01Z', 'recorded', NULL, 9, 'import'), ($1, $2, '2026-05-02Z', 'evaluated', 9, 7, 'system')`,
      [ours, id],
    )
    await app.query(
      `INSERT INTO notifications (organization_id, donation_id, donor_id, kind, status_id, state, message_id, subject,
         send_at, created_at, sent_at, dropped_at)
       SELECT $1, d.id, d.donor_id, 'initial', 7, m.state, m.id, 'Double your gift', '2026-05-02T14:00Z', '2026-05-02T13:30Z',
         m.sent_at::timestamptz, m.dropped_at::timestamptz
       FROM donations d, (VALUES ('m1', 'sent', '2026-05-02T14:00Z', NULL), ('m2', 'skipped', NULL, '2026-05-02T13:45Z'))
         m (id, state, sent_at, dropped_at) WHERE d.id = $2`,
      [ours, id],
    )
    expect(await get(id)).toMatchObject({
      id,
      amount: 50,
      matched: 50,
      matched_is_certain: false,
      deadline_day: '2026-12-31',
      deadline_at: '2027-01-01T04:59:59.999+00:00',
      company: { match_method: 'csr', url: 'https://give.example.org', verify: 'email' },
      why: {
        at: '2026-05-02T00:00:00+00:00',
        trace: [{ rule: 'method', text: 'It takes requests in its portal.' }],
        source_url: 'https://example.org/policy',
        as_of: '2025',
      },
      events: [
        { action: 'recorded', from_status_id: null, to_status_id: 9, actor: 'import', user_name: null },
        { action: 'evaluated', from_status_id: 9, to_status_id: 7, actor: 'system' },
      ],
      notifications: [
        {
          kind: 'initial',
          state: 'sent',
          subject: 'Double your gift',
          dropped_at: null,
          first_open: null,
          bounced: false,
        },
        { kind: 'initial', state: 'skipped', sent_at: null, dropped_at: '2026-05-02T13:45:00+00:00' },
      ],
      recurring_history: [],
    })
  })

  it('has no to-dos for a closed organization', async () => {
    const closed = await app.createOrganization()
    const id = await app.createDonation({ organization: closed, status: 17 })
    const token = await app.signIn(await app.createMember(closed, 'admin'))
    const read = () => app.call(donations.getDonation, { params: { id } }, { token })
    expect((await read()).donation.next_steps).toContain('Finish setup on the dashboard')
    await app.query('UPDATE organizations SET cancelled_at = now() WHERE id = $1', [closed])
    expect((await read()).donation.next_steps).toBe(
      'This organization is closed. Nothing is emailed, checked, or changed unless it’s reopened.',
    )
    const held = await app.call(digests.getDigest, { params: { id: closed } }, { token })
    expect(held.donor_mails_held).toBeNull()
  })

  it('lists the gifts of a combined match, including its own, among the custom fields', async () => {
    const id = await app.createDonation({ organization: chapter, status: 22, at: '2026-05-01 10:00:00', cents: 7_550 })
    await app.query(`UPDATE donations SET own_cents = 5000, custom = '{"fund": "Roof"}' WHERE id = $1`, [id])
    const part = await app.createDonation({
      organization: chapter,
      status: 22,
      at: '2026-04-01 09:30:00',
      cents: 2_550,
      mergedInto: id,
    })
    await app.query(`UPDATE donations SET created_at = '2026-05-01T10:00:00Z' WHERE id = ANY ($1)`, [[id, part]])
    const created_at = '2026-05-01T10:00:00+00:00'
    const history = [
      { id: part, donated_at: '2026-04-01 09:30:00', amount: 25.5, created_at },
      { id, donated_at: '2026-05-01 10:00:00', amount: 50, created_at },
    ]
    expect(await get(id)).toMatchObject({ amount: 75.5, recurring_history: history, custom: { fund: 'Roof', history } })
    expect(await get(part)).toMatchObject({ amount: 25.5, recurring_history: [], custom: {} })
  })

  it('returns the match of a part', async () => {
    const whole = await app.createDonation({ organization: ours, status: 7 })
    const part = await app.createDonation({ organization: ours, status: 10, mergedInto: whole })
    expect([(await get(part)).merged_into_id, (await get(whole)).merged_into_id]).toEqual([whole, null])
  })

  it('returns the same 404 for another organization, for a deleted gift and for an unknown ID', async () => {
    const nobodys = await refused(999_999_999)
    expect(nobodys.status).toBe(404)
    expect(await refused(await app.createDonation({ organization: theirs }))).toEqual(nobodys)
    expect(await refused(await app.createDonation({ organization: ours, deleted: true }))).toEqual(nobodys)
  })

  it('returns 404 for another organization even if its owner is cached, and for its own organization after deletion', async () => {
    const id = await app.createDonation({ organization: ours, status: 7 })
    expect(await get(id)).toMatchObject({ id })
    const stranger = await app.signIn(await app.createMember(theirs, 'admin'))
    const answered = await app.refusal(donations.getDonation, { params: { id } }, { token: stranger })
    expect(answered).toMatchObject({ status: 404, code: 'not_found' })
    await app.query('UPDATE donations SET deleted_at = now() WHERE id = $1', [id])
    expect(await refused(id)).toEqual(await refused(999_999_999))
  })
})
