import { expect, it } from 'vitest'
import { readSources, type Source } from './sources.ts'

/** Screens compare server times with `session.serverNow()`, because a device's clock may be days off. Exceptions: */
const mayAskTheDevice: Readonly<Record<string, string>> = {
  'web/src/api/session.ts': 'holds the difference to the server’s clock',
  'web/src/features/accounts/auth/session-timeout.tsx':
    'counts down to an end that session.ts gives by the device’s clock',
  'web/src/features/accounts/auth/send-again.tsx': 'measures how long it has been shown',
  'web/src/ui/use-is-user-active.ts': 'measures since the last use of this page',
  'web/src/features/accounts/registration/registration-form.tsx': 'measures how long the form took',
  'web/src/shared/save-status.tsx': 'says when this page saved, by the clock beside it',
  'widget/src/request-form.ts': 'offers the giver’s own today',
}

const readsClock = /\bDate\.now\b|\bnew Date\b(?!\(\s*[^\s)])|[=,(]\s*Date\b(?![.<(])|\bperformance\.timeOrigin\b/

const askers = (sources: readonly Source[]): string[] =>
  sources
    .filter(({ path, text }) => !/\.test\.|\.testing\./.test(path) && readsClock.test(text))
    .map(({ path }) => path)

it('no screen compares its own clock with the server’s', () => {
  expect(askers(readSources('web/src', 'widget/src')).sort()).toEqual(Object.keys(mayAskTheDevice).sort())
})

it('finds a screen that uses the device’s clock', () => {
  expect(askers([{ path: 'web/src/a.tsx', text: 'isNew(Date.now() - since)' }])).toEqual(['web/src/a.tsx'])
  expect(askers([{ path: 'web/src/a.tsx', text: 'const from = (now = new Date()) => now' }])).toEqual(['web/src/a.tsx'])
  for (const text of ['const { now } = Date', 'start(Date)', 'performance.timeOrigin + 5']) {
    expect(askers([{ path: 'web/src/a.tsx', text }]), text).toEqual(['web/src/a.tsx'])
  }
  expect(askers([{ path: 'web/src/a.tsx', text: 'new Date(sent_at)' }])).toEqual([])
})
