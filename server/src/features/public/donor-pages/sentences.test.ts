import { findStatus, type StatusId, statusIds } from '@twofold/matching'
import { describe, expect, test } from 'vitest'
import { isMailedStatus } from '../../core/texts/index.ts'
import { type MatchFacts, nextStepsOfMatch } from '../../email/match-facts/index.ts'
import {
  firstMail,
  knownFacts,
  knownPolicy,
  mailAboutMatch,
  withDeadlines,
} from '../../email/notifications/match-facts.testing.ts'
import { donorPageUrls } from './donor-page-urls.ts'
import { defaultPageState, matchPage } from './match-page.ts'

/** Checks the texts for donors and staff at every status and in every case against the rules' behavior. */

type Case = { readonly name: string; readonly facts: MatchFacts }
type Change = {
  readonly donation?: Partial<MatchFacts['donation']>
  readonly donor?: Partial<MatchFacts['donor']>
  readonly policy?: Partial<NonNullable<MatchFacts['policy']>>
  readonly mail?: Partial<MatchFacts['mail']>
  readonly companyName?: string
}

const plain: MatchFacts = {
  ...knownFacts,
  campaign: null,
  donation: {
    ...knownFacts.donation,
    amountCents: 4_000,
    estimatedCents: 8_000,
    reasonCode: '',
    laterDonationUntil: null,
  },
  policy: { ...knownPolicy, ratios: [{ ratio: '2:1', upToCents: null }] },
}

function factsOf(...changes: readonly Change[]): MatchFacts {
  const all = <Part extends keyof Change>(part: Part) => changes.map((change) => change[part] ?? {})
  return {
    ...plain,
    donation: Object.assign({}, plain.donation, ...all('donation')),
    donor: Object.assign({}, plain.donor, ...all('donor')),
    policy: Object.assign({}, plain.policy, ...all('policy')),
    mail: Object.assign({}, plain.mail, ...all('mail')),
    companyName: changes.findLast(({ companyName }) => companyName !== undefined)?.companyName ?? plain.companyName,
  }
}

const methods = { 5: 'form', 6: 'mail', 7: 'csr', 8: 'contact', 25: 'form' } as const
const reasons: Partial<Record<StatusId, readonly string[]>> = {
  3: ['method_form', 'group_submit'],
  11: [
    'deadline_passed',
    'nonprofit_excluded',
    'country_excluded',
    'gift_kind_excluded',
    'employee_type_excluded',
    'yearly_maximum',
    'lifetime_maximum',
    'refused',
  ],
  12: ['', 'gift_refunded', 'payment_failed'],
  15: ['own_site_only', 'payroll_gift'],
  16: ['', 'gift_refunded'],
  19: ['no_program', 'no_employer'],
  20: ['expired', 'not_reached', 'no_response'],
}
/** Cases of status 9: unknown facts about the request or the eligibility. */
const unknownPolicyCases: readonly (readonly [string, Change])[] = [
  ['no known program', { policy: { matches: false, method: null } }],
  ['no known method', { policy: { method: null } }],
  ['no known form', { policy: { method: 'form', formUrl: null } }],
]
const amountCases: readonly (readonly [string, Change])[] = [
  ['a certain amount', { donation: { estimateIsCertain: true } }],
  ['an amount up to', { donation: { estimateIsCertain: false } }],
  ['no known amount', { donation: { estimatedCents: 0 }, policy: { ratios: [] } }],
]
const deadlineCases: readonly (readonly [string, Change])[] = [
  ['a deadline', { donation: { laterDonationUntil: '2026-12-31' } }],
  ['a deadline that has passed', { donation: { deadlinePassed: true, deadlineDay: '2026-11-01' } }],
  ['no known deadline', { donation: { deadlineDay: null } }],
]
const contactCases: readonly (readonly [string, Change])[] = [
  ['a mailed donor', {}],
  ['a waiting mail', { mail: { isWaiting: true, lastState: 'queued' } }],
  ['no address', { donor: { email: '' }, mail: { lastState: null } }],
  [
    'an unsubscribed donor',
    { mail: { suppressed: 'unsubscribed', lastState: 'skipped', lastProblem: 'The donor unsubscribed.' } },
  ],
  ['a silenced match', { donation: { silenced: true }, mail: { lastState: null } }],
]
const policyCases: readonly (readonly [string, Change])[] = [
  ['everything known', {}],
  ['only the platform known', { policy: { submissionUrl: null, platformSteps: ['Sign in', 'Choose Request Match'] } }],
  ['only a postal address known', { policy: { contactEmail: null, formUrl: 'https://portal-works.example/form.pdf' } }],
  ['the limits unknown', { policy: { minAmountCents: null, maxPerGiftCents: null, maxPerYearCents: null } }],
]

const cases: readonly Case[] = statusIds.flatMap((statusId) =>
  (reasons[statusId] ?? ['']).flatMap((reasonCode) =>
    amountCases.flatMap(([sum, ofSum]) =>
      deadlineCases.flatMap(([deadline, ofDeadline]) =>
        contactCases.flatMap(([reach, ofReach]) =>
          (statusId === 9 ? unknownPolicyCases : policyCases).map(([way, ofWay]) => {
            const method = Object.entries(methods).find(([id]) => Number(id) === statusId)?.[1] ?? 'csr'
            const own: Change = { donation: { statusId, reasonCode }, policy: { method } }
            const unknownEmployer: Change = statusId === 23 || reasonCode === 'no_employer' ? { companyName: '' } : {}
            const unmatched: Change = findStatus(statusId)?.billing ? {} : { donation: { estimatedCents: 0 } }
            return {
              name: [statusId, reasonCode, sum, deadline, reach, way].filter((word) => word !== '').join(', '),
              facts: factsOf(ofSum, ofDeadline, ofReach, own, ofWay, unknownEmployer, unmatched),
            }
          }),
        ),
      ),
    ),
  ),
)

const entities: Readonly<Record<string, string>> = {
  '&#39;': "'",
  '&quot;': '"',
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
}
const textOf = (html: string): string =>
  html
    .replaceAll(/<[^>]{0,500}>/g, '\n')
    .replaceAll(/&#39;|&quot;|&amp;|&lt;|&gt;/g, (entity) => entities[entity] ?? '')

function textsIn({ facts }: Case) {
  const page = matchPage(facts, donorPageUrls('x', null), defaultPageState).body.html
  const isWritten = facts.donor.email !== '' && facts.mail.suppressed === null && !facts.donation.silenced
  const { statusId } = facts.donation
  const mail =
    isWritten && isMailedStatus(statusId) && !['no_employer', 'payroll_gift'].includes(facts.donation.reasonCode)
      ? firstMail(statusId, facts)
      : null
  const buttons = [...page.matchAll(/<button[^>]*>([^<]*)</g)].map(([, label]) => textOf(label ?? ''))
  return {
    isWritten,
    buttons,
    page,
    pageWords: textOf(page),
    mail: mail ? `${mail.subject}\n${mail.text}` : '',
    staff: nextStepsOfMatch(facts, false),
  }
}
type CaseTexts = ReturnType<typeof textsIn>
const allText = ({ pageWords: pageText, mail, staff }: CaseTexts): string => `${pageText}\n${mail}\n${staff}`

const mainButtons = (page: string): (string | undefined)[] =>
  [...page.matchAll(/<(?:button type="submit"|a class="button")(?: href[^>]*)?>([^<]*)</g)].map(([, label]) => label)

/** Checks for all cases; each finds an untrue text. */
const falseStatements: readonly (readonly [string, (facts: MatchFacts, texts: CaseTexts) => boolean])[] = [
  [
    'an amount although none is known',
    ({ donation }, texts) => donation.estimatedCents === 0 && /\$80/.test(allText(texts)),
  ],
  [
    'an uncertain amount without "up to"',
    ({ donation }, texts) =>
      !donation.estimateIsCertain && /\$80\.00/.test(allText(texts).replaceAll('up to $80.00', '')),
  ],
  [
    '"up to" with a certain amount',
    ({ donation }, texts) => donation.estimateIsCertain && /up to \$80/.test(allText(texts)),
  ],
  [
    'a deadline although none is known',
    ({ donation }, texts) =>
      donation.deadlineDay === null &&
      /\bby [A-Z][a-z]+ \d|deadline (for .+ )?was|, by \d|until [A-Z][a-z]+ \d/.test(allText(texts)),
  ],
  [
    'a combined later gift although none can be combined',
    ({ donation }, texts) =>
      donation.laterDonationUntil === null && /add your gifts together|we’ll combine the gifts\./.test(allText(texts)),
  ],
  [
    'an announced email that cannot be sent',
    (_facts, texts) =>
      !texts.isWritten && /(will|’ll) (write to|email) you|We e?mailed|waits to be sent/.test(allText(texts)),
  ],
  [
    'a button that does not exist',
    (_facts, texts) =>
      [...`${texts.pageWords}\n${texts.mail}`.matchAll(/press "([^"]+)"/gi)].some(
        ([, label]) => !texts.buttons.includes(label ?? ''),
      ),
  ],
  [
    'a field for another employer although there is none',
    (_facts, { mail, page }) => mail.includes('Tell us on your page') && !page.includes('name="employer"'),
  ],
  [
    'a contact address although none is known',
    ({ policy }, texts) => !policy?.contactEmail && /e-?mail to your|mailto:\?/.test(`${texts.mail}${texts.page}`),
  ],
  [
    'a link to a portal with an unknown address',
    ({ policy }, { pageWords: pageText }) =>
      !policy?.submissionUrl && !policy?.platformUrl && pageText.includes('Open the portal'),
  ],
  [
    'an employer’s program for a donor without an employer',
    ({ donation }, texts) => donation.reasonCode === 'no_employer' && /program/.test(texts.pageWords),
  ],
  [
    'a capitalized “Your employer” in the middle of a sentence',
    (_facts, texts) => /[a-z,] Your employer\b/.test(`${texts.mail}\n${texts.pageWords}`),
  ],
  [
    'a closed match that invites answers',
    ({ donation }, { staff }) => donation.deadlinePassed && /may help/.test(staff),
  ],
  [
    'a closed match although the gift is only waiting',
    ({ donation }, { pageWords: pageText }) => donation.statusId === 17 && /is closed/.test(pageText),
  ],
  [
    'a known request method although it is unknown',
    ({ donation }, { staff }) => donation.statusId === 9 && !/don’t (know|have) .*yet/.test(staff),
  ],
  [
    'an unfilled placeholder',
    (_facts, texts) => /[{}]|\bundefined\b|\bnull\b|\bNaN\b| {2}| \.|\.\./.test(allText(texts)),
  ],
  ['two highlighted buttons', (_facts, { page }) => mainButtons(page).length > 1],
  ['a missing next step, or one that is not a sentence', (_facts, { staff }) => !/^[A-Z].+[.]$/.test(staff)],
]

describe('in every case', () => {
  test('covers every status', () => {
    expect(new Set(cases.map(({ facts }) => facts.donation.statusId)).size).toBe(statusIds.length)
    expect(cases.length).toBeGreaterThan(4_000)
  })

  const textsByCase = cases.map((one) => ({ ...one, texts: textsIn(one) }))
  test.each(falseStatements)('no text contains %s', (_what, isFalse) => {
    expect(textsByCase.filter(({ facts, texts }) => isFalse(facts, texts)).map(({ name }) => name)).toEqual([])
  })
})

describe('the next steps of', () => {
  const noAddress: Change = { donor: { email: '' }, mail: { lastState: null } }
  test.each<readonly [string, Change, string]>([
    [
      'a portal, mailed',
      { donation: { statusId: 7 } },
      'Waiting on the donor to request the match in Portal Works’ giving portal by December 31, 2026. We emailed them instructions.',
    ],
    [
      'a portal, without an address',
      { donation: { statusId: 7, deadlineDay: null }, ...noAddress },
      'Waiting on the donor to request the match in Portal Works’ giving portal. We don’t have an email address for this donor. Let them know how: sign in at portal-works.benevity.example. When they’re done, press Submitted.',
    ],
    [
      'a platform, with a waiting mail',
      {
        donation: { statusId: 7, deadlineDay: null },
        policy: { submissionUrl: null },
        mail: { isWaiting: true, lastProblem: 'This address got an email about another gift less than a day ago.' },
      },
      'Waiting on the donor to request Portal Works’ match on Benevity. An email with instructions is scheduled. This address got an email about another gift less than a day ago.',
    ],
    [
      'a gift below the minimum, with time for another',
      { donation: { statusId: 10, laterDonationUntil: '2026-12-31' } },
      'This gift is below Portal Works’ minimum. If this donor gives again by December 31, 2026, we’ll combine the gifts.',
    ],
    [
      'a gift below the minimum, without time for another',
      { donation: { statusId: 10 } },
      'This gift is below Portal Works’ minimum. Later gifts can’t be combined with it.',
    ],
    [
      'a missing employer, without an address',
      { donation: { statusId: 23 }, ...noAddress },
      'We don’t know where this donor works. We don’t have an email address for this donor. If you find out, add the employer here or in your next upload.',
    ],
    [
      'a company with an unknown program',
      { donation: { statusId: 9 }, policy: { matches: false, method: null } },
      'We don’t know yet whether Portal Works matches gifts. We’ll recheck the gift when we find out. If the donor already requested the match, press Submitted. We asked the donor if they know.',
    ],
    [
      'a company whose form is not known, without an address',
      { donation: { statusId: 9 }, policy: { method: 'form', formUrl: null }, ...noAddress },
      'Portal Works matches gifts with a form, but we don’t know where to get it yet. We’ll recheck the gift when we find out. If the donor already requested the match, press Submitted.',
    ],
    [
      'certain people only, with an unknown employment',
      { donation: { statusId: 11, reasonCode: 'employee_type_excluded', employment: null } },
      'Portal Works only matches gifts from certain people, and we don’t know whether this donor qualifies. Our email links to a page that asks them. When they answer, we’ll recheck it.',
    ],
    [
      'certain people only, with an unknown employment and no address',
      { donation: { statusId: 11, reasonCode: 'employee_type_excluded', employment: null }, ...noAddress },
      'Portal Works only matches gifts from certain people, and we don’t know whether this donor qualifies.',
    ],
    [
      'certain people only, with the employment in the employer’s text',
      {
        donation: { statusId: 11, reasonCode: 'employee_type_excluded', employerText: 'Portal Works (contractor)' },
      },
      'Portal Works only matches gifts from certain people, and this donor doesn’t qualify.',
    ],
    [
      'a donor who was never reached',
      { donation: { statusId: 20, reasonCode: 'not_reached', deadlinePassed: true }, ...noAddress },
      'The deadline passed before we could reach this donor. Portal Works no longer accepts requests for this gift. If the donor requested it in time, press Submitted.',
    ],
    [
      'a match that the company refused',
      { donation: { statusId: 11, reasonCode: 'refused' } },
      'Portal Works refused this match. There’s nothing left to do.',
    ],
    [
      'a gift that went back to its donor',
      { donation: { statusId: 16, reasonCode: 'gift_refunded' } },
      'This gift was refunded to the donor, so there’s nothing to match.',
    ],
    [
      'a gift whose payment failed',
      { donation: { statusId: 12, reasonCode: 'payment_failed' } },
      'The payment for this gift failed, so there’s nothing to match.',
    ],
    [
      'a mail that was not sent',
      {
        donation: { statusId: 25, deadlineDay: null },
        policy: { method: 'form' },
        mail: { lastState: 'skipped', lastProblem: 'The gift is below the amount you set for emails.' },
      },
      'Waiting on the donor to fill out and sign Portal Works’ form. No email was sent: the gift is below the amount you set for emails. Let them know how: fill out and sign the form at https://portal-works.example/form.pdf. When they’re done, press Submitted.',
    ],
  ])('%s', (_case, change, sentences) => {
    expect(nextStepsOfMatch(factsOf({ donation: { reasonCode: '' } }, change), false)).toBe(sentences)
  })

  test('a combined gift, and a gift of a match that is handled elsewhere', () => {
    expect(nextStepsOfMatch(factsOf({}), true)).toBe(
      'This gift was combined with another gift from the same donor. They’re requested together.',
    )
    expect(nextStepsOfMatch(factsOf({ donation: { inert: true } }), false)).toContain('handled elsewhere')
  })
})

test('mentions a known platform’s steps for a portal, and gifts in the plural for a joint request', () => {
  const platformSteps = ['Sign in', 'Choose Request Match']
  const gifts = [
    { day: '2026-03-01', cents: 2_000 },
    { day: '2026-05-04', cents: 3_000 },
  ]
  const donation = { statusId: 7, gifts }
  const pageWith = (steps: string[]) => {
    const facts = factsOf({ donation, policy: { method: 'csr', platformSteps: steps } })
    return textOf(matchPage(facts, donorPageUrls('x', null), defaultPageState).body.html)
  }
  const page = pageWith(platformSteps)
  for (const text of [
    'Choose Request Match.',
    'Your gifts',
    'Thank you for your 2 gifts to Riverbend Food Bank between Mar 1, 2026 and May 4, 2026, $40.00 in all.',
    'Gift of Mar 1, 2026',
    '$20.00',
  ])
    expect(page).toContain(text)
  expect(page).not.toContain('Look for “request a match”')
  expect(pageWith([])).toContain('Look for “request a match”')
})

describe('a series of gifts with separate deadlines', () => {
  const gifts = ['2026-10-03', '2026-11-03', '2026-12-03'].map((day) => ({ day, cents: 1_000 }))
  const series = (language: string, now: string, count = 3) => {
    const { deadlinePassed: _, giftDeadlines: __, laterDonationUntil: ___, ...donation } = plain.donation
    const given = gifts.slice(0, count)
    const stored = { ...donation, statusId: 7, gifts: given, deadlineDay: '2027-01-02T04:59:59.999Z' }
    const facts = { ...plain, donor: { ...plain.donor, language }, donation: stored }
    return withDeadlines(
      { ...facts, policy: { ...knownPolicy, deadlineRule: 'days:90' } },
      'America/New_York',
      new Date(now),
    )
  }
  const early = '2026-12-05T12:00:00Z'

  test.each([
    ['en', 2, 'by Jan 1, 2027 for your first gift, and by Feb 1, 2027 for the other.'],
    ['en', 3, 'The deadline for the last one is Mar 3, 2027.'],
    ['fr', 3, 'La date limite pour le dernier est le 3 mars 2027.'],
    ['es', 3, 'La fecha límite para la última es el 3 de marzo de 2027.'],
  ])('names the days in emails and on the page (%s, %d gifts)', (language, count, text) => {
    const facts = series(language, early, count)
    for (const kind of ['initial', 'reminder_1', 'reminder_2', 'deadline'] as const)
      expect(mailAboutMatch(kind, 7, facts).text).toContain(text)
    const page = textOf(matchPage(facts, donorPageUrls('x', null), defaultPageState).body.html)
    expect(page).toContain(text)
  })

  test('lists each gift’s deadline on the page and stays open after the first one', () => {
    const page = textOf(
      matchPage(series('en', '2027-01-10T12:00:00Z'), donorPageUrls('x', null), defaultPageState).body.html,
    )
    expect(page).toContain('The deadline for your first gift was Jan 1, 2027.')
    expect(page).toContain('Mar 3, 2027 for your gift of Dec 3, 2026')
    expect(page).not.toContain('The deadline has passed')
  })

  test('names one day if all gifts share it, or if the rule no longer explains the stored deadline', () => {
    const facts = series('en', early)
    const policy = { ...knownPolicy, deadlineRule: 'months:1' }
    expect(withDeadlines({ ...facts, policy }, 'America/New_York', new Date(early)).donation.giftDeadlines).toEqual([])
  })
})

describe('mentions the portal’s sign-in once for a donor with its link', () => {
  const pageWith = (platformSteps: string[], submissionUrl: string | null = 'https://acme.benevity.example/') => {
    const facts = factsOf({ donation: { statusId: 7 }, policy: { method: 'csr', submissionUrl, platformSteps } })
    return textOf(matchPage(facts, donorPageUrls('x', null), defaultPageState).body.html)
  }
  const search = 'Dial the intranet first'

  test.each(["Sign in to the employer's own Benevity site", 'Sign in', 'Log in to Matchhub'])('%s', (first) => {
    const page = pageWith([first, search])
    expect(page).toContain('Sign in to your giving portal')
    expect(page).toContain(`${search}.`)
    expect(page).not.toContain(`${first.replace("'", '’')}.`)
  })

  test.each([
    'Sign in with the badge number so that your team is known',
    'Sign in to Matchhub and open My Giving',
    'Sign in through the intranet',
  ])('but keeps a first step with more content: %s', (first) => {
    expect(pageWith([first, search])).toContain(`${first}.`)
  })

  test('links to the platform in its own words when no address is known', () => {
    const page = pageWith(["Sign in to the employer's own Benevity site", search], null)
    expect(page).toContain('Show me the steps')
    expect(page).not.toContain('Sign in to your giving portal')
  })
})

test.each([
  ['en', 'Select Request Match.'],
  ['fr', 'Choisissez «\u00a0Request Match\u00a0» (demander le jumelage).'],
  ['es', 'Elija «Request Match» (solicitar la contrapartida).'],
])(
  'shows a platform’s steps in the donor’s language (%s) and marks a super user’s step as English',
  (language, step) => {
    const platformSteps = ['Choose Request Match where the employer offers it', "Dial the employer's 55 first"]
    const facts = factsOf({
      donation: { statusId: 7 },
      donor: { language },
      policy: { method: 'csr', submissionUrl: 'https://portal-works.example/', platformSteps },
    })
    const page = matchPage(facts, donorPageUrls('x', null), defaultPageState).body.html
    expect(page).toContain(`<p>${step}</p>`)
    expect(page).toContain(`<p${language === 'en' ? '' : ' lang="en-US"'}>Dial the employer’s 55 first.</p>`)
  },
)

describe('highlights one button at a time', () => {
  test.each([
    ['csr', 'Open the portal', 'I submitted it'],
    ['contact', 'Show me the email', 'I submitted it'],
    ['mail', 'Open the form', 'I mailed it'],
  ] as const)('%s: first "%s", then "%s"', (method, before, after) => {
    const shown = (statusId: 8 | 28) => {
      const at = statusId === 28 ? 28 : ({ csr: 7, contact: 8, mail: 6 } as const)[method]
      const policy = {
        method,
        submissionUrl: 'https://portal.example/',
        formUrl: 'https://form.example/',
        contactEmail: 'hr@employer.example',
      }
      return mainButtons(
        matchPage(factsOf({ donation: { statusId: at }, policy }), donorPageUrls('x', null), defaultPageState).body
          .html,
      )
    }
    expect(shown(8)).toEqual([before])
    expect(shown(28)).toEqual([after])
  })
})

test('refers a donor who sends a form themselves to the packet', () => {
  const at = (method: 'form' | 'csr') =>
    nextStepsOfMatch(factsOf({ donation: { statusId: 4 }, policy: { method } }), false)
  expect(at('form')).toContain('Download Match Packet')
  expect(at('form'), 'it may still be here').not.toContain('is with')
  expect(at('csr')).not.toContain('Packet')
})

describe('names the kind of an excluded gift', () => {
  const texts = (giftKind: MatchFacts['donation']['giftKind'], language = 'en') => {
    const facts = factsOf({
      donation: { statusId: 11, reasonCode: 'gift_kind_excluded', giftKind },
      donor: { language },
    })
    const page = textOf(matchPage(facts, donorPageUrls('x', null), defaultPageState).body.html)
    return { staff: nextStepsOfMatch(facts, false), page, mail: firstMail(11, facts).text.replaceAll(/\s+/g, ' ') }
  }

  test.each([
    ['in_kind', 'in-kind gifts', 'dons en nature', 'donaciones en especie'],
    ['donor_advised_fund', 'gifts from a donor-advised fund', 'fonds orienté', 'fondo asesorado'],
    ['event_ticket', 'event tickets', 'billets d’événement', 'entradas a eventos'],
    ['dues', 'membership dues. Only a tax-deductible part', 'cotisations de membre', 'estas cuotas'],
    ['auction', 'auction purchases', 'achats aux enchères', 'compras en subastas'],
    ['volunteer_hours', 'volunteer hours', 'heures de bénévolat', 'horas de voluntariado'],
    ['pledge', 'once it’s paid', 'une fois qu’elle est payée', 'cuando se paga'],
    ['grant', 'isn’t a donor’s gift', 'subvention', 'subvención'],
    [null, 'kind of gift', 'dons de ce genre', 'donaciones de este tipo'],
  ] as const)('%s', (kind, english, french, spanish) => {
    expect(texts(kind).staff).toContain(english)
    if (kind !== null && kind !== 'pledge') expect(texts(kind).mail).toContain(english)
    for (const [language, words] of [
      ['fr', french],
      ['es', spanish],
    ]) {
      expect(texts(kind, language).mail).toContain(words)
      expect(texts(kind, language).page).toContain(words)
    }
  })
})

test('marks limits in US dollars next to a Canadian gift, in every language', () => {
  const textOf = (language: string, currency: 'USD' | 'CAD') => {
    const donation = { statusId: 10, currency }
    const facts = factsOf({ donation, donor: { language }, policy: { minAmountCents: 5_000 } })
    return firstMail(10, facts).text.replaceAll(/[\s\u00a0]+/g, ' ')
  }
  expect(textOf('en', 'CAD')).toContain('US$50.00')
  expect(textOf('en', 'USD')).not.toContain('US$')
  expect(textOf('es', 'CAD')).toContain('US$50.00')
  expect(textOf('fr', 'CAD')).toContain('50,00 $ US')
})
