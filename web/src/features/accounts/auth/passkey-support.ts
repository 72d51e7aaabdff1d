import { ApiError, messageOf } from '../../../api/api-error.ts'

/** Browsers support passkeys only for host names in a secure context: neither for IP addresses nor without TLS. */
export const canUsePasskeys = (): boolean =>
  // The server renders the page for the common case.
  typeof window === 'undefined' || ('PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname))

export const passkeysUnavailableReason = (): string =>
  location.hostname === '127.0.0.1'
    ? `Passkeys need a name in the address: open http://localhost:${location.port} instead.`
    : 'Passkeys work only over a secure connection (https), at this site’s own name.'

export function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError) return messageOf(error)
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return 'The passkey wasn’t used. Try again.'
  if (name === 'InvalidStateError') return 'This device already has a passkey for this account.'
  return 'This browser couldn’t use a passkey here.'
}
