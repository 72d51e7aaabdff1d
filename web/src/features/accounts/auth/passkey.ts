import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { auth } from '@twofold/contract'
import { call } from '../../../api/client.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

// The contract passes the options through unchanged: the WebAuthn standard defines them, and the browser validates
// them.
const asCreation = (options: Record<string, unknown>) => options as unknown as CreationOptions
const asRequest = (options: Record<string, unknown>) => options as unknown as RequestOptions

/** Requests one of the person's passkeys and returns the finished sign-in. */
export async function finishWithPasskey(step: string): Promise<auth.CompletedSignIn> {
  const { options } = await call(auth.askForPasskey, { body: { step } })
  const response = await startAuthentication({ optionsJSON: asRequest(options) })
  return call(auth.finishWithPasskey, { body: { step, response: { ...response } } })
}

/** Requests any passkey for this site and returns its signed-in owner. */
export async function signInWithPasskey(): Promise<auth.SignedIn> {
  const { step, options } = await call(auth.askForAnyPasskey, {})
  const response = await startAuthentication({ optionsJSON: asRequest(options) })
  return call(auth.signInWithPasskey, { body: { step, response: { ...response } } })
}

/** Creates a passkey in the browser and stores it. */
export async function createPasskey(confirmed: auth.Reauthentication, name: string) {
  const { step, options } = await call(auth.beginPasskey, { body: confirmed })
  const response = await startRegistration({ optionsJSON: asCreation(options) })
  return call(auth.addPasskey, { body: { step, name, response: { ...response } } })
}
