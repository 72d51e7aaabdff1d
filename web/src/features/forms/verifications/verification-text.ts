import type { verifications } from '@twofold/contract'
import { possessive } from '@twofold/matching'

type Kind = verifications.VerificationKind

export const requestLabels: Readonly<Record<Kind, (by: string) => string>> = {
  sign: (by) => `Sign ${possessive(by)} form here`,
  by_hand: (by) => `Sign ${possessive(by)} form by hand and send it in`,
  platform: (by) => `Verify it on ${by}`,
  campaign: (by) => `Submit it with ${possessive(by)} other gifts`,
  company: (by) => `Confirm the gift to ${by}`,
}

/** The nonprofit sends a form that it signed by hand, and confirms other requests. */
export const doneLabel = (asks: Kind): string => (asks === 'by_hand' ? 'Mark as sent' : 'Mark as verified')

export const groupLabel = ({ asks, name, count }: verifications.VerificationGroup): string =>
  `${{ sign: 'Sign: ', by_hand: 'Sign by hand: ', platform: '', campaign: 'Campaign: ', company: '' }[asks]}${name} (${count})`
