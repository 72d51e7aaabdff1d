import type { auth } from '@twofold/contract'
import { plural } from '../../../ui/format.ts'

const signInMethods: Readonly<Record<string, string>> = {
  password: 'with your password',
  link: 'with a link from your email',
  code: 'with a code from your email',
  app: 'with a code from your authenticator app',
  'recovery code': 'with a recovery code',
  passkey: 'with a passkey',
}

const refusals: Readonly<Record<string, string>> = {
  password: 'a wrong password',
  code: 'a wrong code from a sign-in email',
  'second step': 'a wrong code at the second step',
  passkey: 'a passkey that didn’t match',
}

const sentences: { readonly [A in auth.AccountAction]: (detail: string) => string } = {
  signed_in: (method) => `Signed in${signInMethods[method] ? ` ${signInMethods[method]}` : ''}`,
  signed_out_elsewhere: (count) => `Signed out everywhere else: ${plural(Number(count), 'session')} ended`,
  name_changed: (name) => `Name changed to ${name}`,
  email_asked: (email) => `A link to switch to ${email} was requested`,
  email_changed: (change) => `Address changed: ${change}`,
  password_changed: () => 'Password changed',
  password_reset: () => 'Password set with a link from your email',
  app_added: () => 'Authenticator app added',
  app_removed: () => 'Authenticator app removed',
  passkey_added: (name) => `Passkey added: ${name}`,
  passkey_removed: (name) => `Passkey removed: ${name}`,
  codes_renewed: () => 'Recovery codes replaced',
  sign_in_refused: (method) => `Sign-in refused${refusals[method] ? `: ${refusals[method]}` : ''}`,
  identity_refused: (method) =>
    `A change to your account was refused${refusals[method] ? `: ${refusals[method]}` : ''}`,
  access_refused: (screen) => `Access refused${screen ? `: ${screen}` : ''}`,
}

export const sentenceOf = ({ action, detail }: Pick<auth.AccountEvent, 'action' | 'detail'>): string =>
  sentences[action](detail)
