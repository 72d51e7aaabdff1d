import { expect, test } from 'vitest'
import { nameForm } from '../accounts/auth/account.ts'
import { newMember, permission } from '../accounts/members.ts'
import { registrationForm, registrationMessages } from '../accounts/registration.ts'
import { changedFields, organizationMessages } from '../core/organization-changes.ts'
import { newChapter } from '../lifecycle/chapters.ts'
import { correctionForm } from '../public/match-requests.ts'
import { matchRequestForm } from '../public/public-match.ts'
import { hasNoUrl, hasVisibleText, nameWithoutUrlMessage, requiredText } from './required-text.ts'

const invisible = [
  '\u200b',
  ' \u200b\u2060 ',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u115f\u1160',
  '\u2800',
  '\u202e',
  '\u{e0041}',
]

test.each(invisible)('%j counts as a missing name', (name) => {
  expect(hasVisibleText(name)).toBe(false)
  expect(
    requiredText('missing')
      .safeParse(name)
      .error?.issues.map(({ message }) => message),
  ).toEqual(['missing'])
  expect(newChapter.safeParse({ name }).success).toBe(false)
  expect(changedFields.safeParse({ name }).error?.issues[0]?.message).toBe(organizationMessages.name)
  expect(registrationForm.shape.name.safeParse(name).error?.issues[0]?.message).toBe(registrationMessages.name)
})

test('reports an empty name as missing only once', () => {
  expect(requiredText('missing').safeParse('  ').error?.issues).toHaveLength(1)
  expect(requiredText('missing').safeParse(undefined).error?.issues).toHaveLength(1)
})

test.each(['Ñandú', 'Friends\u200d of 👩‍👩‍👧', '株式会社', 'a\u200b', 'é', '42', '—'])('%j is visible', (name) => {
  expect(requiredText('missing').parse(name)).toBe(name)
})

test.each([
  'Win at evil.com',
  'https://evil.example',
  'WWW.EVIL',
  'evil。com',
  'go to x.co/y',
  '192.0.2.1/win',
  'bit.ly',
  'a@b.org',
  'evil\u2024com',
  'evil\ufe52com',
  'evil.\u200bcom',
  'evil.\u2066com\u2069',
  'evil.™com',
  'ⓔⓥⓘⓛ.ⓒⓞⓜ',
  'https\uff1a//evil',
])('%j contains a web address and is not accepted as a name', (name) => {
  expect(registrationForm.shape.name.safeParse(name).error?.issues[0]?.message).toBe(nameWithoutUrlMessage)
  expect(registrationForm.shape.contact_name.safeParse(name).success).toBe(false)
  expect(changedFields.safeParse({ name }).success).toBe(false)
  expect(changedFields.safeParse({ notify_contact: { name } }).success).toBe(false)
  expect(newChapter.safeParse({ name }).success).toBe(false)
  expect(newMember.safeParse({ email: 'a@example.org', name }).success).toBe(false)
  expect(permission.safeParse({ org_id: 1, email: 'a@example.org', name }).success).toBe(false)
  expect(nameForm.safeParse({ name }).success).toBe(false)
  expect(matchRequestForm.shape.name.safeParse(name).success).toBe(false)
  expect(correctionForm.shape.donor_name.safeParse(name).success).toBe(false)
})

test.each([
  'St. Mary’s Church',
  'J.R. Smith',
  'J.Smith',
  'U.S. Fund',
  'Friends of No. 9',
  'O’Neil, Ana',
  'Route 66.5',
  'Acme Inc.™',
])('%j is a name', (name) => {
  expect(hasNoUrl(name)).toBe(true)
})
