import { contact } from '@twofold/contract'
import { expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import type { call } from '../../../api/client.ts'
import { errorsOf } from '../../../shared/form.ts'
import { sendMessage } from './send-message.ts'

const values = { name: 'Dana', email: 'dana@example.org', subject: 'Hello', message: 'A question' }
const atOnce = async () => {}
const refusing = (error: unknown) => (() => Promise.reject(error)) as typeof call

it('sends, and takes at least the specification’s one second', async () => {
  const waited: number[] = []
  const answering = (() => Promise.resolve({ sent: true })) as unknown as typeof call
  expect(await sendMessage(answering, values, '', async (ms) => waited.push(ms))).toEqual({ sent: true })
  expect(waited).toEqual([1_000])
})

it('returns the server’s field errors and the time to retry', async () => {
  const invalid = new ApiError({ code: 'invalid', message: 'x', status: 422, fields: { name: 'Name is required' } })
  expect(await sendMessage(refusing(invalid), values, '', atOnce)).toMatchObject({
    sent: false,
    fields: { name: 'Name is required' },
  })
  const tooManyError = new ApiError({ code: 'too_many_requests', message: 'Too many attempts.', status: 429 })
  expect(await sendMessage(refusing(tooManyError), values, '', atOnce)).toMatchObject({ reason: 'Too many attempts.' })
  expect(await sendMessage(refusing(new Error('boom')), values, '', atOnce)).toEqual({
    sent: false,
    fields: {},
    reason: undefined,
  })
})

it('shows the specification’s error messages', () => {
  expect(errorsOf(contact.contactForm, { name: ' ', email: 'dana', subject: '', message: '\n' })).toEqual({
    name: 'Name is required',
    email: 'Invalid email address',
    subject: 'Subject is required',
    message: 'Message is required',
  })
})
