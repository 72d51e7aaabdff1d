import type { verifications } from '@twofold/contract'

type Kind = verifications.VerificationKind

export const requestLabels: Readonly<Record<Kind, (by: string) => string>> = {
  sign: (by) => `Sign ${by}’s form here`,
  by_hand: (by) => `Sign ${by}’s form by hand and send it in`,
  platform: (by) => `Verify it on ${by}`,
  campaign: (by) => `Submit it with ${by}’s other gifts`,
  company: (by) => `Confirm the gift to ${by}`,
}

/** The nonprofit sends a form that it signed by hand, and confirms other requests. */
export const doneLabel = (asks: Kind): string => (asks === 'by_hand' ? 'Mark as sent' : 'Mark as verified')

export const groupLabel = ({ asks, name, count }: verifications.VerificationGroup): string =>
  `${{ sign: 'Sign: ', by_hand: 'Sign by hand: ', platform: '', campaign: 'Campaign: ', company: '' }[asks]}${name} (${count})`
