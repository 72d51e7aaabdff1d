import { expect, test } from 'vitest'
import { createSecrets } from './secrets.ts'

const secrets = createSecrets('one-secret-of-at-least-32-characters')
const place = { organizationId: 7, column: 'api_keys.key' }

test('a sealed value can only be opened in its place', () => {
  const sealed = secrets.seal('tf_live_ä', place)
  expect(sealed).not.toContain('tf_live')
  expect(secrets.open(sealed, place)).toBe('tf_live_ä')
  expect(() => secrets.open(sealed, { ...place, organizationId: 8 })).toThrow()
  expect(() => secrets.open(sealed, { ...place, column: 'webhooks.token' })).toThrow()
  expect(() => createSecrets('another-secret-of-32-characters-or-so').open(sealed, place)).toThrow()
})

test('sealing the same text twice gives different results, and a changed one is refused', () => {
  const sealed = secrets.seal('text', place)
  expect(secrets.seal('text', place)).not.toBe(sealed)
  expect(() => secrets.open(`${sealed.slice(0, -3)}AAA`, place)).toThrow()
})

test('a signed payload is valid for its purpose only', () => {
  const signed = secrets.sign('donor-link', '5.9')
  expect(secrets.verify('donor-link', signed)).toBe('5.9')
  expect(secrets.verify('unsubscribe', signed)).toBeNull()
  expect(secrets.verify('donor-link', `${signed}x`)).toBeNull()
})
