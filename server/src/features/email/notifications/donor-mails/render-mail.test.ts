import { describe, expect, test } from 'vitest'
import { mailedStatusIds, type TemplateStatusId } from '../../../core/texts/index.ts'
import type { MatchFacts, PolicyFacts } from '../../match-facts/match-facts.queries.ts'
import { knownFacts as known, mailLinks as links, knownPolicy as policy } from '../match-facts.testing.ts'
import { donorMailKinds, type TemplateMailName } from './donor-mail-kinds.ts'
import type { OpenGift } from './listed-gifts.queries.ts'
import { renderMail } from './render-mail.ts'

const nothing: PolicyFacts = {
  ...policy,
  method: null,
  platform: null,
  submissionUrl: null,
  formUrl: null,
  formOf: null,
  formNeedsNonprofit: true,
  eligibleEmployees: [],
  contactEmail: null,
  contactAddress: null,
  ratios: [],
  minAmountCents: null,
  maxPerGiftCents: null,
  maxPerYearCents: null,
  sourceUrl: '',
  asOf: '',
}

const lacking: readonly (readonly [string, MatchFacts])[] = [
  ['everything known', known],
  ['no policy', { ...known, policy: null }],
  ['a policy that says nothing', { ...known, policy: nothing, campaign: null }],
  [
    'no name, no employer',
    { ...known, donor: { ...known.donor, name: '' }, companyName: '', companyKnown: false, policy: null },
  ],
  [
    'no contact, no address, no EIN',
    { ...known, organization: { ...known.organization, contactEmail: '', addressLines: [], ein: '' } },
  ],
  [
    'no estimate, no deadline',
    { ...known, donation: { ...known.donation, estimatedCents: 0, deadlineDay: null, reasonCode: '' } },
  ],
  ['a certain estimate', { ...known, donation: { ...known.donation, estimateIsCertain: true } }],
]

describe('the default texts', () => {
  const methods = ['csr', 'contact', 'mail', 'form', null] as const
  const cases = mailedStatusIds.flatMap((statusId) =>
    methods.flatMap((method) =>
      lacking.map(([what, facts]) => ({
        statusId,
        method,
        what,
        facts: { ...facts, policy: facts.policy && { ...facts.policy, method } },
      })),
    ),
  )
  test.each(cases)(
    'status $statusId, method $method, $what: contain no gap, variable or broken sentence',
    ({ statusId, facts }) => {
      const mail = renderMail({ kind: donorMailKinds.initial, statusId, facts, links })
      for (const part of [mail.subject, mail.text, mail.html]) {
        expect(part).not.toMatch(/\[\[|\bundefined\b|\bNaN\b|Invalid Date/)
      }
      for (const part of [mail.subject, mail.text]) {
        expect(part).not.toMatch(/[{}]|\bnull\b/)
        expect(part).not.toMatch(/ {2,}| [.,;:!?](\s|$)|\(\)|,\s*\.|\.\.|[?!]\./m)
      }
      expect(mail.subject.length).toBeGreaterThan(10)
      expect(mail.text).toContain(links.act)
      expect(mail.text).toContain(links.unsubscribe)
      expect(mail.html).toContain(`href="${links.unsubscribe}"`)
      expect(Buffer.byteLength(mail.html)).toBeLessThan(60_000)
    },
  )

  test.each([
    ['en', /only matches gifts from its employees, and/, /only matches gifts from certain people, and/],
    ['fr', /les dons de son personnel, et/, /les dons de certaines personnes, et/],
    ['es', /las donaciones de su personal, y/, /las donaciones de ciertas personas, y/],
  ])('name the employees in %s if the employer matches only them', (language, named, unnamed) => {
    const textOf = (eligibleEmployees: string[]) =>
      renderMail({
        kind: donorMailKinds.initial,
        statusId: 11,
        facts: {
          ...known,
          donor: { ...known.donor, language },
          donation: { ...known.donation, statusId: 11, reasonCode: 'employee_type_excluded' },
          policy: { ...policy, eligibleEmployees },
        },
        links,
      }).text
    expect(textOf(['employees (2:1)', 'part-time'])).toMatch(named)
    expect(textOf(['employees', 'retirees'])).toMatch(unnamed)
    expect(textOf(['full-time'])).toMatch(unnamed)
  })

  test('contain "up to" only for an uncertain estimate', () => {
    expect(renderMail({ kind: donorMailKinds.initial, statusId: 7, facts: known, links }).subject).toBe(
      'Portal Works could add up to $50.00 to your gift',
    )
    const certain = { ...known, donation: { ...known.donation, estimateIsCertain: true } }
    expect(renderMail({ kind: donorMailKinds.initial, statusId: 7, facts: certain, links }).subject).toBe(
      'Portal Works could add $50.00 to your gift',
    )
  })

  test('name the employer’s rules with source and date', () => {
    const { text } = renderMail({ kind: donorMailKinds.initial, statusId: 7, facts: known, links })
    expect(text).toContain('Limits: Minimum $25.00 · Maximum $1,000.00 per gift · Maximum $15,000.00 per year')
    expect(text).toContain('From portal-works.example, as of June 2026.')
    expect(text).toContain('Deadline: Dec 31, 2026')
    expect(text).toContain('EIN 84-1234567')
  })

  test('show the first and the last deadline of a series', () => {
    const giftDeadlines = [
      { giftDay: '2026-01-05', lastDay: '2027-01-05', isPassed: false },
      { giftDay: '2026-10-05', lastDay: '2027-10-05', isPassed: false },
    ]
    const facts = { ...known, donation: { ...known.donation, giftDeadlines } }
    const { text } = renderMail({ kind: donorMailKinds.initial, statusId: 7, facts, links })
    expect(text).toContain('Deadline: Dec 31, 2026 – Oct 5, 2027')
  })

  test('offer to decline only in emails with a request', () => {
    const offering = mailedStatusIds.filter((statusId) =>
      renderMail({ kind: donorMailKinds.initial, statusId, facts: known, links }).text.includes(links.decline),
    )
    expect(offering).toEqual([6, 7, 8, 25, 24])
  })
})

test('gifts requested together are shown as several gifts, none with the total amount', () => {
  const gifts = [1, 2, 3].map((nth) => ({ day: `2026-0${nth}-20`, cents: 1_000 }))
  const facts = { ...known, donation: { ...known.donation, amountCents: 3_000, gifts } }
  const { subject, html, text } = renderMail({ kind: donorMailKinds.initial, statusId: 7, facts, links })
  expect(subject).toMatch(/ to your gifts$/)
  for (const part of [html, text]) {
    expect(part.replaceAll(/\s+/g, ' ')).toContain(
      'Thank you for your 3 gifts to Riverbend Food Bank between Jan 20, 2026 and Mar 20, 2026, $30.00 in all.',
    )
    expect(part.replaceAll(/\s+/g, ' ')).toContain('3 gifts between Jan 20, 2026 and Mar 20, 2026, $30.00 in all')
    expect(part).not.toContain('Nov 20, 2026')
  }
})

describe('several open gifts', () => {
  const others: OpenGift[] = Array.from({ length: 12 }, (_, at) => ({
    id: at + 2,
    day: '2026-11-30',
    amountCents: 2_000 + at,
    currency: 'USD',
    giftCount: at === 0 ? 3 : 1,
    companyName: 'Acme <Inc>',
    deadlineDay: at === 0 ? '2027-01-31' : null,
  }))
  const some = others.slice(0, 2)
  const render = (
    name: TemplateMailName,
    statusId: TemplateStatusId,
    more: Partial<Parameters<typeof renderMail>[0]> = {},
  ) => renderMail({ kind: donorMailKinds[name], statusId, facts: known, links, others: some, ...more })

  test('are listed, at most ten of them', () => {
    const { text, html } = render('initial', 7, { others })
    expect(text).toContain('Nov 30, 2026 · $20.00 · 3 gifts · Acme <Inc> · request by Jan 31, 2027\n')
    expect(text).toContain('Nov 30, 2026 · $20.01 · Acme <Inc>\n')
    expect(text.match(/Acme <Inc>/g)).toHaveLength(10)
    expect(text).toContain('and 2 more')
    expect(html).toContain('$20.01 · Acme &lt;Inc&gt;')
    expect(html.match(/Acme &lt;Inc&gt;/g)).toHaveLength(10)
  })

  test.each(mailedStatusIds)('status %i: subject, heading and button are about several gifts', (statusId) => {
    for (const language of ['en', 'fr', 'es']) {
      const facts = { ...known, donor: { ...known.donor, language } }
      const { subject, html, text } = render('initial', statusId, { facts })
      const heading = /<h1[^>]*>([^<]*)/.exec(html)?.[1]
      // 15 looks ahead: "Next time, your gift could be matched".
      for (const part of statusId === 15 ? [subject] : [subject, heading]) {
        expect(part).not.toMatch(/your gift\b|this gift\b|votre don\b|ce don\b|su donación\b|esta donación\b/i)
      }
      expect(text).not.toMatch(/[{}]|\bundefined\b/)
    }
  })

  test('reminders count them; in November and December also in a nonprofit’s version, which keeps its other words', () => {
    const own = { subject2: 'Still there?', header2: 'Hello again', paragraph_one_2: 'One word more.' }
    expect(render('reminder_1', 7).subject).toBe(
      'Reminder: 5 of your gifts to Riverbend Food Bank can still be matched',
    )
    expect(render('reminder_1', 7, { own }).subject).toBe('Still there?')
    const rolled = render('reminder_1', 7, { own, isYearEnd: true })
    expect(rolled.subject).toBe('Reminder: 5 of your gifts to Riverbend Food Bank can still be matched')
    expect(rolled.html).toContain('5 gifts can still be matched</h1>')
    expect(rolled.text).toContain('One word more.')
    expect(render('reminder_2', 7).html).toContain('5 gifts haven’t been matched yet</h1>')
    expect(render('reminder_1', 7, { own, isYearEnd: true, others: [] }).subject).toBe('Still there?')
  })

  test('a deadline warning stays about its own gift and lists the others', () => {
    const alone = render('deadline', 7, { others: [] })
    const { subject, text } = render('deadline', 7)
    expect(subject).toBe(alone.subject)
    expect(text).toContain('Your other gifts that can be matched:')
  })
})

test('a version is used for readers of its language; others get the Default in theirs', () => {
  const written = {
    kind: donorMailKinds.initial,
    statusId: 7,
    links,
    own: { subject1: 'Bring more to the river' },
  } as const
  expect(renderMail({ ...written, facts: known }).subject).toBe('Bring more to the river')
  const inFrench = { ...known, donor: { ...known.donor, language: 'fr' } }
  expect(renderMail({ ...written, facts: inFrench }).subject).toContain('pourrait ajouter')
  const ofFrench = { ...inFrench, organization: { ...known.organization, language: 'fr' } }
  expect(renderMail({ ...written, facts: ofFrench }).subject).toBe('Bring more to the river')
})

describe('external input', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    '{{constructor.constructor("return 1")()}}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the attack itself
    '${7*7} {donor_email} [[act_url]]',
    'Bcc: victim@example.org\r\nBcc: other@example.org',
    'Ann\u2028Bcc: victim@example.org\0',
    '\u202Egnp.exe',
  ]
  test.each(hostile)('%j is shown as text in its place', (name) => {
    const facts = {
      ...known,
      donor: { ...known.donor, name },
      companyName: name,
      organization: { ...known.organization, name },
      campaign: { name, message: name },
    }
    for (const statusId of mailedStatusIds) {
      const { subject, html } = renderMail({ kind: donorMailKinds.initial, statusId, facts, links })
      expect(subject).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e]/u)
      expect(html).not.toContain('<script')
      expect(html).not.toContain('<img src=x')
      expect(html.match(/<img /g)).toHaveLength(1)
      expect(html).not.toContain('\u202e')
    }
  })
})
