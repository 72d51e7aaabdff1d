import { statuses } from '@twofold/matching'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mailedStatusIds } from '../../../core/texts/index.ts'
import type { MatchFacts } from '../../match-facts/match-facts.queries.ts'
import { decideMail, type SendContext } from './decide-mail.ts'

const now = new Date('2026-06-15T14:00:00Z')
const sending: SendContext = {
  now,
  statusId: 7,
  organizationIsClosed: false,
  emailMinCents: 0,
  emailWho: 'all',
  emailLimit: 4,
  timeZone: 'America/New_York',
  queuedAt: new Date('2026-06-15T13:00:00Z'),
  lastListedAt: null,
  suppressed: null,
  recentMails: 0,
  hasReachedReducedFrequency: false,
  declinedOtherAt: null,
  hasReducedFrequency: false,
  thanksDonors: true,
  lastAboutOtherDonation: null,
  lastAboutThis: null,
  hasAnswered: false,
  isSuperseded: false,
  isPaused: false,
  isHeld: false,
  waitsForUndo: null,
  daytime: now,
}
const facts = (
  donation: Partial<MatchFacts['donation']> = {},
  more: { email?: string; companyName?: string } = {},
): MatchFacts => ({
  organization: {
    id: 1,
    name: 'Riverbend',
    language: 'en',
    ein: '',
    url: '',
    mission: '',
    contactName: '',
    contactEmail: '',
    senderName: 'Riverbend Food Bank',
    replyTo: '',
    ownSender: null,
    addressLines: ['12 River Road', 'Springfield, IL 62701'],
    logo: null,
  },
  donor: { id: 1, name: 'Maria', email: more.email ?? 'maria@example.org', language: 'en', chosenLanguage: '' },
  donation: {
    id: 1,
    statusId: 7,
    amountCents: 5_000,
    currency: 'USD',
    day: '2026-06-10',
    transactionId: '',
    estimatedCents: 0,
    isOrganizationClosed: false,
    estimateIsCertain: false,
    deadlineDay: null,
    deadlinePassed: false,
    giftDeadlines: [],
    laterDonationUntil: null,
    reasonCode: '',
    payment: 'none',
    paidCents: 0,
    paidOn: null,
    companyId: null,
    employerText: '',
    giftKind: null,
    employment: null,
    inert: false,
    silenced: false,
    counted: true,
    gifts: [],
    ...donation,
  },
  mail: { suppressed: null, isWaiting: false, lastState: null, lastProblem: null },
  companyName: more.companyName ?? 'Portal Works',
  companyKnown: true,
  policy: null,
  campaign: null,
})

describe('decideMail', () => {
  test('waits a day after the last email about another gift to this address', () => {
    const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    expect(decideMail('initial', facts(), { ...sending, lastAboutOtherDonation: hoursAgo(5) })).toMatchObject({
      postponeTo: new Date('2026-06-16T09:00:00Z'),
    })
    expect(decideMail('initial', facts(), { ...sending, lastAboutOtherDonation: hoursAgo(24) })).toEqual({ send: true })
  })

  test('skips a gift that an email about another one listed after this email was queued', () => {
    const listed = (at: string) => decideMail('initial', facts(), { ...sending, lastListedAt: new Date(at) })
    expect(listed('2026-06-15T12:59:00Z')).toEqual({ send: true })
    expect(listed('2026-06-15T13:30:00Z')).toEqual({
      skip: 'The email on Jun 15, 2026 about another gift already covered this one.',
      isWithinReducedFrequency: true,
      isCovered: true,
    })
  })

  test('applies the organization’s limit, which the last warning may exceed by one', () => {
    const after = (recentMails: number) => ({ ...sending, emailLimit: 2, recentMails })
    expect(decideMail('initial', facts(), after(1))).toEqual({ send: true })
    expect(decideMail('initial', facts(), after(2))).toMatchObject({
      skip: 'This address got 2 emails in the last 90 days.',
    })
    expect(decideMail('initial', facts(), { ...after(1), emailLimit: 1 })).toMatchObject({
      skip: 'This address got 1 email in the last 90 days.',
    })
    expect(decideMail('deadline_last', facts(), after(2))).toEqual({ send: true })
    expect(decideMail('deadline_last', facts(), after(3))).toMatchObject({
      skip: 'This address got 3 emails in the last 90 days.',
    })
  })

  test('skips a reminder within three days after a listing, in November and December within 30', () => {
    const remind = (now: string, lastListedAt: string) =>
      decideMail('reminder_1', facts(), {
        ...sending,
        now: new Date(now),
        daytime: new Date(now),
        lastListedAt: new Date(lastListedAt),
      })
    expect(remind('2026-06-15T14:00:00Z', '2026-06-12T15:30:00Z')).toEqual({
      skip: 'An email about another gift named this one less than 3 days ago.',
    })
    expect(remind('2026-06-15T14:00:00Z', '2026-06-12T14:00:00Z')).toEqual({ send: true })
    // still October in New York
    expect(remind('2026-11-01T03:00:00Z', '2026-10-20T14:00:00Z')).toEqual({ send: true })
    expect(remind('2026-11-01T14:00:00Z', '2026-10-20T14:00:00Z')).toEqual({
      skip: 'An email about another gift named this one less than 30 days ago.',
    })
    expect(remind('2027-01-01T14:00:00Z', '2026-12-20T14:00:00Z')).toEqual({ send: true })
  })

  test('waits without a postal address', () => {
    const nowhere = { ...facts(), organization: { ...facts().organization, addressLines: [] } }
    const decision = decideMail('initial', nowhere, sending)
    expect(decision).toMatchObject({ postponeTo: new Date('2026-06-15T15:00:00Z') })
    expect('reason' in decision && decision.reason).toContain('mailing address')
  })

  test('sends if nothing prevents it', () => {
    expect(decideMail('initial', facts(), sending)).toEqual({ send: true })
    expect(decideMail('initial', facts(), { ...sending, recentMails: 3 })).toEqual({ send: true })
    expect(decideMail('initial', facts(), { ...sending, emailMinCents: 5_000 })).toEqual({ send: true })
  })

  test.each([
    ['deleted or merged', facts({ counted: false }), sending],
    ['external', facts({ inert: true }), sending],
    ['silenced', facts({ silenced: true }), sending],
    ['moved on', facts({ statusId: 28 }), sending],
    ['closed organization', facts(), { ...sending, organizationIsClosed: true }],
    ['no address', facts({}, { email: '' }), sending],
    ['two addresses', facts({}, { email: 'a@b.co,d@e.fo' }), sending],
    ['a header in the address', facts({}, { email: 'a@b.co\r\nBcc: d@e.fo' }), sending],
    ['an address with a name', facts({}, { email: 'Ann <a@b.co>' }), sending],
    ['no domain', facts({}, { email: 'maria@localhost' }), sending],
    ['unsubscribed', facts(), { ...sending, suppressed: 'unsubscribed' as const }],
    ['fewer mails are wanted', facts(), { ...sending, hasReachedReducedFrequency: true }],
    ['bounced', facts(), { ...sending, suppressed: 'bounced' as const }],
    ['below the smallest amount', facts(), { ...sending, emailMinCents: 5_001 }],
    [
      'no employer where only those with one are mailed',
      facts({}, { companyName: '' }),
      { ...sending, emailWho: 'company' as const },
    ],
    ['a fifth mail', facts(), { ...sending, recentMails: 4 }],
  ])('skips the email: %s', (_, about, when) => {
    expect(decideMail('initial', about, when)).toHaveProperty('skip')
  })

  test('waits 30 days after the donor declined another gift', () => {
    const declined = (days: number) => ({ ...sending, declinedOtherAt: new Date(now.getTime() - days * 86_400_000) })
    expect(decideMail('initial', facts(), declined(1))).toEqual({
      postponeTo: new Date('2026-07-14T14:00:00Z'),
      reason: 'The donor declined another gift less than 30 days ago.',
    })
    expect(decideMail('initial', facts(), declined(30))).toEqual({ send: true })
  })

  test('waits at night and during a pause', () => {
    const morning = new Date('2026-06-16T12:00:00Z')
    expect(decideMail('initial', facts(), { ...sending, daytime: morning })).toEqual({
      postponeTo: morning,
      reason: null,
    })
    expect(decideMail('initial', facts(), { ...sending, isPaused: true })).toMatchObject({
      postponeTo: new Date('2026-06-15T15:00:00Z'),
    })
  })

  test('never sends an email against a rule, for any history', () => {
    fc.assert(
      fc.property(
        fc.record({
          counted: fc.boolean(),
          inert: fc.boolean(),
          silenced: fc.boolean(),
          statusId: fc.constantFrom(7, 28, 21),
        }),
        fc.record({
          organizationIsClosed: fc.boolean(),
          suppressed: fc.constantFrom(null, 'unsubscribed' as const, 'complained' as const),
          recentMails: fc.integer({ min: 0, max: 6 }),
          isPaused: fc.boolean(),
          emailMinCents: fc.integer({ min: 0, max: 10_000 }),
        }),
        (donation, rules) => {
          const sends = 'send' in decideMail('initial', facts(donation), { ...sending, ...rules })
          const allowed =
            donation.counted &&
            !donation.inert &&
            !donation.silenced &&
            donation.statusId === 7 &&
            !rules.organizationIsClosed &&
            rules.suppressed === null &&
            rules.recentMails < 4 &&
            !rules.isPaused &&
            rules.emailMinCents <= 5_000
          expect(sends).toBe(allowed)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

test('exactly the statuses with an email have a text', () => {
  const mailed = statuses.filter(({ hasMail }) => hasMail).map(({ id }) => id)
  expect([...mailedStatusIds].sort((a, b) => a - b)).toEqual(mailed.sort((a, b) => a - b))
})
