import { publicMatch } from '@twofold/contract'
import { expect, test } from 'vitest'
import { errorsOf } from '../../../shared/form.ts'
import { french } from './french.ts'
import { spanish } from './spanish.ts'

const forms = [
  { employer: '', amount: '', date: '', name: '', email: 'dana' },
  { employer: 'Acme', amount: '60000', date: '2026-06-01', name: 'D'.repeat(120), email: 'dana@example.org' },
]

test.each([french, spanish])('$language translates every message of the form and of a refused request', (texts) => {
  const { failed, ...refusals } = publicMatch.requestMessages
  const shown = forms.flatMap((form) => Object.values(errorsOf(publicMatch.matchRequestForm, form)))
  expect(shown.length).toBeGreaterThanOrEqual(6)
  for (const message of [...shown, ...Object.values(refusals)]) {
    expect(texts.messages[message ?? ''], message).toBeTruthy()
  }
})
