import { expect, it } from 'vitest'
import { describeLastResponse, updateBodyOf } from './webhook-draft.ts'

it('strips a pasted scheme', () => {
  const draft = { event: 'status', token: null } as const
  for (const url of ['https://hooks.example.org/in', 'http://hooks.example.org/in', ' HTTPS://hooks.example.org/in '])
    expect(updateBodyOf({ ...draft, url })).toEqual({ url: 'hooks.example.org/in', event: 'status' })
})

it('sends a typed token, never a masked one', () => {
  expect(updateBodyOf({ url: 'a.example', event: 'status', token: '••••••••wxyz' })).not.toHaveProperty('token')
  expect(updateBodyOf({ url: 'a.example', event: 'status', token: 'mine' })).toMatchObject({ token: 'mine' })
})

it('describes the receiver’s state', () => {
  expect(describeLastResponse(null, null)).toEqual({ tone: 'silent', label: 'Nothing sent yet' })
  expect(describeLastResponse(200, null).tone).toBe('submitted')
  for (const code of [302, 404, 410, 500, 503])
    expect(describeLastResponse(code, `The server returned ${code}.`)).toMatchObject({
      tone: 'problem',
      label: expect.stringContaining(`Last response ${code}`),
    })
})

it('does not report a silent receiver as healthy after an earlier response', () => {
  const problem = 'The server refused the connection.'
  expect(describeLastResponse(200, problem)).toEqual({ tone: 'problem', label: problem })
})
