import type { ResponseOf, registration } from '@twofold/contract'
import { ApiError } from '../../../api/api-error.ts'

export type RegistrationValues = Record<keyof typeof registration.registrationForm.shape, string>

export const emptyRegistration: RegistrationValues = {
  name: '',
  type: '',
  ein: '',
  url: '',
  phone: '',
  fax: '',
  mission: '',
  street: '',
  street2: '',
  city: '',
  state: '',
  zip: '',
  country: 'US',
  categories: '',
  contact_name: '',
  contact_email: '',
  contact_phone: '',
}

export function payloadOf(values: RegistrationValues, token: string, leaveEmpty: string) {
  const { street, street2, city, state, zip, country, categories, type, ...rest } = values
  return {
    return_json: 1,
    ...rest,
    type: type === 'edu-pto' ? ('edu-pto' as const) : ('non-profit' as const),
    address: { street, street2, city, state, zip, country: country === 'CA' ? ('CA' as const) : ('US' as const) },
    categoryId: categories.split(',').filter(Boolean).map(Number),
    token,
    leave_empty: leaveEmpty,
  }
}

/** Uses the form's names: `address.city` is `city`, `categoryId` is `categories`. */
export function refusedFields(error: unknown): Partial<RegistrationValues> {
  if (!(error instanceof ApiError)) return {}
  const known = Object.entries(error.fields).map(([path, message]) => {
    const name = path.startsWith('address.') ? path.slice('address.'.length) : path.split('.')[0]
    return [name === 'categoryId' ? 'categories' : name, message] as const
  })
  return Object.fromEntries(known.filter(([name]) => name !== undefined && name in emptyRegistration))
}

type PageToken = { readonly text: string; readonly givenAt: number }
export type RegistrationResponse = ResponseOf<typeof registration.registerOrganization>

type RegistrarOptions = {
  readonly fetchToken: () => Promise<string>
  readonly send: (token: string) => Promise<RegistrationResponse>
  readonly nowMs: () => number
  readonly wait: (ms: number) => Promise<void>
}

/** In ms. The server rejects a form sooner than this after its page was opened. */
const minPageAgeMs = 3_100

/** Waits while the page is too new for the server, and replaces the token of a page that is too old. */
export function createRegistrar({ fetchToken, send, nowMs, wait }: RegistrarOptions) {
  let token: Promise<PageToken> | undefined
  const requestToken = () => {
    const request = fetchToken().then((text) => ({ text, givenAt: nowMs() }))
    request.catch(() => {
      token = undefined
    })
    token = request
    return request
  }
  const sendWhenReady = async ({ text, givenAt }: PageToken) => {
    const remainingMs = givenAt + minPageAgeMs - nowMs()
    if (remainingMs > 0) await wait(remainingMs)
    return send(text)
  }
  return {
    prepare: () => void requestToken().catch(() => undefined),
    register: async (): Promise<RegistrationResponse> => {
      try {
        return await sendWhenReady(await (token ?? requestToken()))
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'forbidden') throw error
        return sendWhenReady(await requestToken())
      }
    },
  }
}
