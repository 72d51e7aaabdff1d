import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { auth } from '@twofold/contract'
import { call } from '../../../api/client.ts'

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON']
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON']

// The contract passes the options through unchanged: the browser validates them.
const toCreationOptions = (options: Record<string, unknown>) => options as unknown as CreationOptions
const toRequestOptions = (options: Record<string, unknown>) => options as unknown as RequestOptions

export async function finishWithPasskey(step: string): Promise<auth.CompletedSignIn> {
  const { options } = await call(auth.askForPasskey, { body: { step } })
  const response = await startAuthentication({ optionsJSON: toRequestOptions(options) })
  return call(auth.finishWithPasskey, { body: { step, response: { ...response } } })
}

export async function signInWithPasskey(): Promise<auth.SignedIn> {
  const { step, options } = await call(auth.getPasskeySignInOptions, {})
  const response = await startAuthentication({ optionsJSON: toRequestOptions(options) })
  return call(auth.signInWithPasskey, { body: { step, response: { ...response } } })
}

export async function createPasskey(confirmed: auth.Reauthentication, name: string) {
  const { step, options } = await call(auth.beginPasskey, { body: confirmed })
  const response = await startRegistration({ optionsJSON: toCreationOptions(options) })
  return call(auth.addPasskey, { body: { step, name, response: { ...response } } })
}
