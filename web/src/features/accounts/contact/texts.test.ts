import { contact } from '@twofold/contract'
import { expect, test } from 'vitest'
import { errorsOf } from '../../../shared/form.ts'
import { french } from './french.ts'
import { spanish } from './spanish.ts'

const long = 'x'.repeat(2_001)
const forms = [
  { name: '', email: 'dana', subject: '', message: '' },
  { name: long, email: `${long}@example.org`, subject: long, message: long },
]

test.each([french, spanish])('$locale translates every message of the form', (texts) => {
  const shown = forms.flatMap((form) => Object.values(errorsOf(contact.contactForm, form)))
  expect(shown).toHaveLength(8)
  for (const message of shown) expect(texts.messages[message ?? ''], message).toBeTruthy()
})
