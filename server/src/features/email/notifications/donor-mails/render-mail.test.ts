import { describe, expect, test } from 'vitest'
import { mailedStatusIds } from '../../../core/texts/index.ts'
import { knownFacts as known, mailLinks as links, knownPolicy as policy } from '../match-facts.testing.ts'
import { donorMailKinds } from './donor-mail-kinds.ts'
import type { MatchFacts, PolicyFacts } from './match-facts.queries.ts'
import { renderMail } from './render-mail.ts'

const nothing: PolicyFacts = {
  ...policy,
  method: null,
  platform: null,
  submissionUrl: null,
  formUrl: null,
  formOf: null,
  formNeedsNonprofit: true,
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

  test('offer to decline only in mails with a request', () => {
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
