import { ApiError, messageOf } from '../../../api/api-error.ts'

/** Browsers only know passkeys on names, over a safe connection: neither on an address of numbers nor without TLS. */
export const canUsePasskeys = (): boolean =>
  // Where the server draws the page, it is drawn as most people see it.
  typeof window === 'undefined' || ('PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname))

/** Why they cannot be used here; who tries the product on their own machine has a name for it. */
export const whyNoPasskeys = (): string =>
  location.hostname === '127.0.0.1'
    ? `Passkeys need a name in the address: open http://localhost:${location.port} instead.`
    : 'Passkeys work only over a secure connection (https), at this site’s own name.'

/** What went wrong with a passkey, in words for the person who held it. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError) return messageOf(error)
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'The passkey was not used. You can try again.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for this account.'
  return 'This browser couldn’t use a passkey here.'
}
