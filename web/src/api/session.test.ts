import { describe, expect, it } from 'vitest'
import { createSession } from './session.ts'
import { memoryStorage, tokenExpiring, tokenFor, tokenWith } from './storage.testing.ts'
import { decodeToken, isExpired } from './token.ts'

describe('tokens', () => {
  it('are decoded without their signature, in any script', () => {
    expect(decodeToken(tokenExpiring(1_700_000_000))).toMatchObject({
      exp: 1_700_000_000,
      user: { name: 'Zoë Brandt' },
    })
  })
  it.each([
    [undefined, 'Invalid token specified: must be a string'],
    ['', 'Invalid token specified: missing part #2'],
    ['only-one-part', 'Invalid token specified: missing part #2'],
    ['a.%%%.c', 'Invalid token specified: invalid json for part #2'],
    [tokenWith('no object'), 'Invalid token specified: invalid json for part #2'],
  ])('that are %s are refused: %s', (token, message) => {
    expect(() => decodeToken(token)).toThrow(message)
  })
  it('expire at `exp`, or at once if they are unreadable', () => {
    expect(isExpired(tokenExpiring(100), 99_999)).toBe(false)
    expect(isExpired(tokenExpiring(100), 100_000)).toBe(true)
    expect(isExpired('nonsense', 0)).toBe(true)
  })
})

describe('the session', () => {
  it('persists in storage', () => {
    const storage = memoryStorage()
    createSession(storage).start(tokenFor(1))
    expect(createSession(storage).token()).toBe(tokenFor(1))
  })
  it('removes an expired token at startup', () => {
    const storage = memoryStorage({ 'twofold.token': tokenExpiring(100) })
    expect(createSession(storage, () => 100_001).token()).toBeNull()
    expect(storage.all()).toEqual({})
  })
  it('computes the server time on a device whose clock is 31 hours behind', () => {
    const day = 86_400_000
    const storage = memoryStorage({
      'twofold.token': tokenExpiring(100 * day),
      'twofold.ahead': String(31 * 3_600_000),
    })
    expect(createSession(storage, () => day).serverNow()).toEqual(new Date(day + 31 * 3_600_000))
  })
  it('ends once, records the reason and clears the storage', () => {
    const storage = memoryStorage()
    const session = createSession(storage)
    session.start(tokenFor(1))
    expect([session.end('logout'), session.end('expired')]).toEqual([true, false])
    expect([session.token(), session.ending(), storage.all()]).toEqual([null, 'logout', {}])
    expect(session.expiredEmail()).toBe('')
    session.start(tokenFor(2))
    session.end('expired')
    expect(session.expiredEmail()).toBe('zoe@riverbend.example')
  })
  it('ends when its token expires, or four hours after its last use in any tab', () => {
    const storage = memoryStorage()
    let now = 1_000_000
    const hour = 3_600_000
    const session = createSession(storage, () => now)
    expect(session.endsAt()).toBeNull()
    session.start(tokenExpiring((now + 12 * hour) / 1000))
    expect(session.endsAt()).toBe(now + 4 * hour - 60_000)
    now += 3 * hour
    session.noteUse()
    expect(session.endsAt()).toBe(now + 4 * hour - 60_000)
    now += 7 * hour
    createSession(storage, () => now).noteUse()
    expect(session.endsAt()).toBe(1_000_000 + 12 * hour)
    session.end('logout')
    expect(storage.all()).toEqual({})
  })
  it('uses the server clock when the device clock is wrong', () => {
    const storage = memoryStorage()
    const now = 2_000_000_000_000
    const hour = 3_600
    const issuedAt = now / 1000 - 200 * 24 * hour
    const token = tokenWith({ ...decodeToken(tokenExpiring(issuedAt + 12 * hour)), iat: issuedAt })
    createSession(storage, () => now).start(token)
    expect(createSession(storage, () => now + 11 * hour * 1000).token()).toBe(token)
    expect(createSession(storage, () => now).endsAt()).toBe(now + 4 * hour * 1000 - 60_000)
    expect(createSession(storage, () => now + 12 * hour * 1000).token()).toBeNull()
    expect(storage.all()).toEqual({})
  })
  it('follows changes from another tab', () => {
    const storage = memoryStorage()
    const session = createSession(storage)
    let heard = 0
    session.subscribe(() => {
      heard += 1
    })
    storage.setItem('twofold.token', tokenFor(2))
    session.reread()
    session.reread()
    expect([session.token(), heard]).toEqual([tokenFor(2), 1])
    storage.removeItem('twofold.token')
    session.reread()
    expect([session.token(), heard]).toEqual([null, 2])
  })
})
