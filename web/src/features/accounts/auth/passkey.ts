import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { auth } from '@twofold/contract'
import { call } from '../../../api/call.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

// The contract carries the options as they are: the browser's own standard says what is in them, and its code checks them.
const asCreation = (options: Record<string, unknown>) => options as unknown as CreationOptions
const asRequest = (options: Record<string, unknown>) => options as unknown as RequestOptions

/** Asks for one of the person's passkeys, and answers the finished sign-in. */
export async function finishWithPasskey(step: string): Promise<auth.Finished> {
  const { options } = await call(auth.askForPasskey, { body: { step } })
  const response = await startAuthentication({ optionsJSON: asRequest(options) })
  return call(auth.finishWithPasskey, { body: { step, response: { ...response } } })
}

/** Asks for any passkey that this browser knows for us, and answers who it belongs to, signed in. */
export async function signInWithPasskey(): Promise<auth.SignedIn> {
  const { step, options } = await call(auth.askForAnyPasskey, {})
  const response = await startAuthentication({ optionsJSON: asRequest(options) })
  return call(auth.signInWithPasskey, { body: { step, response: { ...response } } })
}

/** Lets the browser make a passkey and keeps it. */
export async function makePasskey(confirmed: auth.Confirmed, name: string) {
  const { step, options } = await call(auth.beginPasskey, { body: confirmed })
  const response = await startRegistration({ optionsJSON: asCreation(options) })
  return call(auth.addPasskey, { body: { step, name, response: { ...response } } })
}
