import { expect, test } from 'vitest'
import { newChapter } from './chapters.ts'
import { filled, isSeen } from './filled.ts'
import { changedFields, organizationMessages } from './organization-changes.ts'
import { registrationForm, registrationMessages } from './registration.ts'

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

test.each(invisible)('%j is as little of a name as none', (name) => {
  expect(isSeen(name)).toBe(false)
  expect(
    filled('missing')
      .safeParse(name)
      .error?.issues.map(({ message }) => message),
  ).toEqual(['missing'])
  expect(newChapter.safeParse({ name }).success).toBe(false)
  expect(changedFields.safeParse({ name }).error?.issues[0]?.message).toBe(organizationMessages.name)
  expect(registrationForm.shape.name.safeParse(name).error?.issues[0]?.message).toBe(registrationMessages.name)
})

test('an empty one is said to be missing once', () => {
  expect(filled('missing').safeParse('  ').error?.issues).toHaveLength(1)
  expect(filled('missing').safeParse(undefined).error?.issues).toHaveLength(1)
})

test.each(['Ñandú', 'Friends\u200d of 👩‍👩‍👧', '株式会社', 'a\u200b', 'é', '42', '—'])('%j can be seen', (name) => {
  expect(filled('missing').parse(name)).toBe(name)
})
