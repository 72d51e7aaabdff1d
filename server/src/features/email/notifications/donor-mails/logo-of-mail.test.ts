import { documents } from '@twofold/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FakeMailServer,
  settableClock,
  startFakeMailServer,
  startTestApp,
  type TestApp,
} from '../../../../testing/index.ts'
import type { MatchFacts } from '../../match-facts/match-facts.queries.ts'
import { recordDonation, testCompanies } from '../record-donation.testing.ts'
import { findMailLogo, sizeOf } from './logo-of-mail.ts'

const picture = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#2a6' } })

let smtp: FakeMailServer
let app: TestApp
beforeAll(async () => {
  smtp = await startFakeMailServer()
  app = await startTestApp({
    config: { smtpUrl: smtp.url, mailAllow: ['example.org'], mailDelaySeconds: 0, publicUrl: 'https://twofold.test' },
  })
  await app.createCompanies(testCompanies)
})
afterAll(async () => {
  await app.stop()
  await smtp.stop()
})

async function mailOf(organizationId: number, email: string): Promise<string> {
  await recordDonation(app, organizationId, { email, employer: 'Portal Works' })
  const html = () => smtp.mails.find(({ to }) => to.includes(email))?.parsed.html
  await expect.poll(html).toBeTruthy()
  return html() ?? ''
}

async function organizationWithLogo(bytes: Buffer): Promise<{ id: number; address: string }> {
  const id = await app.createOrganization({ name: 'River & Bend' })
  const token = await app.signIn(await app.createMember(id, 'admin'))
  const form = new FormData()
  form.set('type', 'logo')
  form.set('name', 'logo')
  form.set('file', new Blob([new Uint8Array(bytes)]), 'logo.png')
  const { file_logo } = await app.call(documents.uploadFile, { params: { id }, form }, { token })
  return { id, address: file_logo ?? '' }
}

describe('the organization’s logo', () => {
  test('is at the top of emails with an absolute URL, a fitting size and its name as alternative text', async () => {
    const { id, address } = await organizationWithLogo(await picture(800, 200).png().toBuffer())
    const html = await mailOf(id, 'wide@example.org')
    expect(html).toMatch(
      new RegExp(`<img src="https://twofold\\.test${address}" width="200" height="50" alt="River &amp; Bend"`),
    )
    expect((await app.send('GET', address)).status).toBe(200)
  })

  test('is next to the name if it is small', async () => {
    const { id } = await organizationWithLogo(await picture(300, 300).jpeg().toBuffer())
    const html = await mailOf(id, 'square@example.org')
    expect(html).toMatch(/width="56" height="56" alt="Logo"/)
    expect(html).toContain('>River &amp; Bend</td>')
  })

  test('is the parent’s for a chapter without one, and replaced by the name if the file is lost', async () => {
    const { id, address } = await organizationWithLogo(await picture(400, 100).png().toBuffer())
    const chapter = await app.createOrganization({ name: 'River North', type: 'chapter', parent_id: id })
    expect(await mailOf(chapter, 'chapter@example.org')).toContain(`https://twofold.test${address}`)
    const lost = await app.createOrganization({ name: 'River South', file_logo: `${'x'.repeat(32)}.png` })
    const html = await mailOf(lost, 'lost@example.org')
    expect(html).not.toContain('/logo/')
    expect(html).toContain('River South')
  })

  test('is not awaited by each email if unreadable, and found again later', async () => {
    let read = 0
    let isAway = true
    const clock = settableClock()
    const files = {
      ...app.platform.files,
      read: async () => {
        read++
        if (isAway) throw new Error('away')
        return picture(400, 100).png().toBuffer()
      },
    }
    const logo = { organizationId: 1, name: `${'y'.repeat(32)}.png` }
    const find = () =>
      findMailLogo({ ...app.platform, clock, files }, { organization: { logo } as MatchFacts['organization'] })
    expect([await find(), await find(), read]).toEqual([null, null, 1])
    isAway = false
    clock.advance({ minutes: 6 })
    expect([await find(), await find(), read]).toMatchObject([{ width: 200 }, { width: 200 }, 2])
  })
})

test('returns no size for invalid pictures', () => {
  expect(sizeOf(Buffer.from('not a picture at all'))).toBeNull()
  expect(sizeOf(Buffer.alloc(0))).toBeNull()
})
