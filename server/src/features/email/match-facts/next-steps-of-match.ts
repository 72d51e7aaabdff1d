import { findStatus, nextStepsOf, type Reachability, readEmployerText } from '@twofold/matching'
import { isPlainAddress } from '../../../platform/mail/address-text.ts'
import { hostOf } from './mail-variables.ts'
import type { StepFacts } from './step-facts.queries.ts'

export function reachabilityOf({
  donor,
  donation,
  mail,
}: Pick<StepFacts, 'donor' | 'donation' | 'mail'>): Reachability {
  if (!isPlainAddress(donor.email)) return { kind: 'no_address' }
  if (mail.suppressed) return { kind: mail.suppressed }
  if (donation.silenced) return { kind: 'silenced' }
  if (mail.isWaiting) return { kind: 'waiting', why: mail.lastProblem }
  if (mail.lastState === 'sent') return { kind: 'mailed' }
  return mail.lastProblem ? { kind: 'left_out', why: mail.lastProblem } : { kind: 'none' }
}

export function nextStepsOfMatch(facts: StepFacts, isPart: boolean): string {
  const { donation, policy, companyName } = facts
  const status = findStatus(donation.statusId)
  if (!status) return ''
  const address = policy?.submissionUrl || policy?.platformUrl || ''
  return nextStepsOf({
    statusId: status.id,
    reasonCode: donation.reasonCode,
    company: companyName,
    isPart,
    gifts: Math.max(1, donation.gifts.length),
    isInert: donation.inert,
    isOrganizationClosed: donation.isOrganizationClosed,
    isProgramKnown: policy?.matches ?? false,
    giftKind: donation.giftKind,
    isEmploymentKnown: (donation.employment ?? readEmployerText(donation.employerText).employment) !== null,
    method: policy?.method ?? null,
    portal: address ? hostOf(address) : null,
    platform: policy?.platformName || null,
    form: policy?.formUrl ?? null,
    contact: policy?.contactEmail ?? null,
    postalAddress: onOneLine(policy?.contactAddress ?? null),
    deadlineDay: donation.deadlineDay,
    isDeadlinePassed: donation.deadlinePassed,
    laterDonationUntil: donation.laterDonationUntil,
    ownTerms: policy?.isOwn ? policy.ratios.map(({ ratio }) => ratio).join(', then ') : null,
    payment: donation.payment,
    reach: reachabilityOf(facts),
  })
}

const onOneLine = (address: string | null): string | null =>
  address === null
    ? null
    : address
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .join(', ')
