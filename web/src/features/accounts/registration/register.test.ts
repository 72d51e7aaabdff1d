import { registration } from '@twofold/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/api-error.ts'
import { errorsOf } from '../../../shared/form.ts'
import { createRegistrar, emptyRegistration, payloadOf, refusedFields } from './register.ts'

const filled = {
  ...emptyRegistration,
  name: 'Willow Creek',
  type: 'edu-pto',
  ein: '471000000',
  url: 'willow.example',
  phone: '217 555 0100',
  mission: 'A bed for everybody.',
  street: '1 Mill Lane',
  city: 'Springfield',
  state: 'IL',
  categories: '1,23',
  contact_name: 'Robin Hale',
  contact_email: 'robin@example.org',
}

describe('the form', () => {
  it('shows every message of the spec; the country has two choices', () => {
    expect(errorsOf(registration.registrationForm, { ...emptyRegistration, country: '' })).toEqual({
      name: 'Organization name is required',
      type: 'Organization type is required',
      phone: 'Phone is required',
      mission: 'Mission statement is required',
      ein: 'EIN is required',
      url: 'Website is required',
      street: 'Street address is required',
      city: 'City is required',
      country: 'Country is required',
      categories: 'At least one category must be selected',
      contact_name: 'Contact name is required',
      contact_email: 'Valid email is required',
    })
    expect(errorsOf(registration.registrationForm, filled)).toEqual({})
  })

  it('lists errors in the screen’s order, also in the error summary', () => {
    expect(Object.keys(errorsOf(registration.registrationForm, { ...emptyRegistration, country: '' }))).toEqual([
      ...['name', 'type', 'ein', 'phone', 'url', 'mission', 'street', 'city', 'country'],
      ...['categories', 'contact_name', 'contact_email'],
    ])
  })

  it('sends the spec’s payload, which the server accepts', () => {
    const payload = payloadOf(filled, 'the token', '')
    expect(payload).toMatchObject({
      return_json: 1,
      name: 'Willow Creek',
      type: 'edu-pto',
      address: { street: '1 Mill Lane', city: 'Springfield', state: 'IL', country: 'US' },
      categoryId: [1, 23],
      token: 'the token',
    })
    expect(registration.registrationPayload.safeParse(payload).success).toBe(true)
  })

  it('finds the field for a refusal by the server', () => {
    const fields = { 'address.city': 'City is required', 'categoryId.0': 'Choose a category from the list', other: 'x' }
    expect(refusedFields(new ApiError({ code: 'invalid', message: 'x', fields }))).toEqual({
      city: 'City is required',
      categories: 'Choose a category from the list',
    })
  })
})

describe('sending', () => {
  const answer = { registered: true, already_registered: false, email: 'robin@example.org' }

  it('waits until the page is old enough, without visible delay', async () => {
    let now = 1_000
    const waited: number[] = []
    const { prepare, register } = createRegistrar({
      fetchToken: async () => 'one',
      send: async () => answer,
      nowMs: () => now,
      wait: async (ms) => void waited.push(ms),
    })
    prepare()
    await Promise.resolve()
    now += 1_100
    expect(await register()).toEqual(answer)
    expect(waited).toEqual([2_000])
  })

  it('requests a new token once if the page was open for too long', async () => {
    const tokens = ['old', 'new']
    const sentTokens: string[] = []
    const { register } = createRegistrar({
      fetchToken: async () => tokens.shift() ?? 'none left',
      send: async (token) => {
        sentTokens.push(token)
        if (token === 'old') throw new ApiError({ code: 'forbidden', message: 'x', status: 403 })
        return answer
      },
      nowMs: () => 0,
      wait: async () => undefined,
    })
    expect(await register()).toEqual(answer)
    expect(sentTokens).toEqual(['old', 'new'])
  })
})
