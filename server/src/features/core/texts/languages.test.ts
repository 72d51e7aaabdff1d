import { suggestions } from '@twofold/contract'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import type { Catalogue } from './catalogue.ts'
import { english } from './en/english.ts'
import { spanish } from './es/spanish.ts'
import { french } from './fr/french.ts'
import { languageOf } from './language.ts'
import {
  factorChanges,
  type SystemEmailFacts,
  type SystemEmailName,
  type SystemEmailText,
} from './system-email-texts.ts'

const others: readonly (readonly [string, Catalogue])[] = [
  ['French', french],
  ['Spanish', spanish],
]

/** By names that are the same in each language; '' for a missing part of an email. */
const messagesOf = ({ mails, phrases, page, platformSteps }: Catalogue): ReadonlyMap<string, string> =>
  new Map([
    ...Object.entries(mails).flatMap(([id, texts]) =>
      Object.entries(texts).map(([field, text]): [string, string] => [`mail ${id} ${field}`, text]),
    ),
    ...Object.entries(phrases).map(([name, text]): [string, string] => [`phrase ${name}`, text]),
    ...Object.entries(page).map(([name, text]): [string, string] => [`page ${name}`, text]),
    ...Object.entries(platformSteps).map(([name, text]): [string, string] => [`step ${name}`, text]),
  ])

const invited = { organization: 'Riverbend', invitedBy: 'Ana' }
const registered = { organization: 'Riverbend', invitedBy: null }
const suggested = { company: 'Acme', about: 'minimum' as const, value: '25', changed: true, reason: 'source' }
const total = { nonprofit: 'Riverbend', ein: '12-3456789', gifts: 17, donors: 9, given: '$12.00', requested: '$13.00' }
const due = { donor: 'Ana', company: 'Portal Works', worth: '$50.00', until: 'Jun 20, 2026' }
const suggestion: SystemEmailFacts['suggestion-answered'] = { ...suggested, accepted: true, isDonor: true }

const letters: { readonly [Name in SystemEmailName]: readonly SystemEmailFacts[Name][] } = {
  'magic-link': [{ minutes: 17 }],
  'reset-password': [{ minutes: 17 }],
  'password-changed': [{}],
  'first-password': [
    { ...invited, days: 7 },
    { ...registered, days: 7 },
  ],
  'member-added': [invited, registered],
  'factors-changed': factorChanges.map((change) => ({ change, name: 'Phone' })),
  'attempts-refused': [
    { attempts: 1, passedFirst: 1, accesses: 1 },
    { attempts: 23, passedFirst: 12, accesses: 14 },
  ],
  'email-confirm': [{ minutes: 17 }],
  'email-asked': [{ email: 'ana@example.org' }],
  'email-changed': [{ email: 'ana@example.org' }],
  'donor-link': [{ organization: 'Riverbend', minutes: 17 }],
  'donor-handover': [{ organization: 'Riverbend', email: 'ana@example.org', days: 7 }],
  'donor-data': [
    { organization: 'Riverbend', request: 'copy', minutes: 17 },
    { organization: 'Riverbend', request: 'erasure', minutes: 17 },
  ],
  contact: [{ name: 'Ana', email: 'ana@example.org', subject: 'A wish', message: 'Some words' }],
  'group-list': [
    {
      organization: 'Riverbend',
      company: 'Acme',
      by: 'Ana',
      totals: [total, { ...total, ein: '', gifts: 1, donors: 1 }],
    },
  ],
  'suggestion-answered': [
    ...suggestions.suggestionSubject.options.map((about) => ({ ...suggestion, about })),
    suggestion,
    { ...suggestion, changed: false },
    { ...suggestion, accepted: false, isDonor: false },
  ],
  'verification-due': [
    { organization: 'Riverbend', count: 1, first: 'Jun 20, 2026', matches: [due] },
    {
      organization: 'Riverbend',
      count: 7,
      first: 'Jun 20, 2026',
      matches: [due, { donor: '', company: '', worth: '', until: due.until }],
    },
  ],
  report: [
    {
      organization: 'Riverbend',
      report: 'Board',
      frequency: 'weekly',
      setBy: null,
      from: '',
      to: '',
      withExternal: false,
      figures: { gifts: 1, given: '$12.00', estimated: '$13.00', submitted: '$14.00', received: '$15.00' },
      news: { from: 'Jun 1, 2026', to: 'Jun 7, 2026', gifts: 3, given: '$16.00' },
    },
    {
      organization: 'Riverbend',
      report: 'Board',
      frequency: 'monthly',
      setBy: 'Ana',
      from: 'Jun 1, 2026',
      to: '',
      withExternal: true,
      figures: null,
      news: null,
    },
    {
      organization: 'Riverbend',
      report: 'Board',
      frequency: 'monthly',
      setBy: null,
      from: 'Jun 1, 2026',
      to: 'Jun 7, 2026',
      withExternal: true,
      figures: null,
      news: null,
    },
    {
      organization: 'Riverbend',
      report: 'Board',
      frequency: 'weekly',
      setBy: 'Ana',
      from: '',
      to: 'Jun 7, 2026',
      withExternal: true,
      figures: null,
      news: null,
    },
  ],
  'report-file': [
    { organization: 'Riverbend', name: 'Board', format: 'CSV', rows: '1,048,577', until: 'Jul 10, 2026' },
    { organization: 'Riverbend', name: 'Board', format: 'Excel', rows: '50,001', until: 'Jul 10, 2026' },
  ],
  'erasure-soon': [
    { organization: 'Riverbend', day: 'Jul 10, 2026', parent: null },
    { organization: 'Riverbend', day: 'Jul 10, 2026', parent: 'Northside' },
  ],
  'webhook-disabled': [
    { url: 'hooks.example.org', organization: 'Riverbend', because: 'gone' },
    { url: 'hooks.example.org', organization: 'Riverbend', because: 'nothing_taken' },
  ],
  'chapter-asked': [{ organization: 'Riverbend', parent: 'Northside', askedBy: 'Ana', days: 7 }],
  'chapter-joined': [{ organization: 'Riverbend', chapter: 'Northside' }],
  'chapter-left': [
    { organization: 'Riverbend', other: 'Northside', isParent: true, needsSetup: false },
    { organization: 'Riverbend', other: 'Northside', isParent: false, needsSetup: false },
    { organization: 'Riverbend', other: 'Northside', isParent: false, needsSetup: true },
  ],
}

function lettersOf<Name extends SystemEmailName>(name: Name, catalogue: Catalogue): SystemEmailText[] {
  return letters[name].map((about) => catalogue.letters[name](about))
}

const wordsOf = (letter: SystemEmailText): string => Object.values(letter).flat().join('\n')

const letterNames = Object.keys(letters) as SystemEmailName[]

const alike = new Set(['Contact', 'Transaction'])
type Pieces = ReturnType<IntlMessageFormat['getAst']>

const kinds = { literal: 0, argument: 1 }

const allOf = (pieces: Pieces, of: (piece: Pieces[number]) => string[]): string[] =>
  pieces.flatMap((piece) => [
    ...of(piece),
    ...('options' in piece ? Object.values(piece.options).flatMap(({ value }) => allOf(value, of)) : []),
  ])

const piecesOf = (text: string, { locale }: Catalogue): Pieces =>
  new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).getAst()

const namesIn = (text: string, catalogue: Catalogue): string[] => {
  const names = allOf(piecesOf(text, catalogue), (piece) =>
    'options' in piece || ('value' in piece && piece.type === kinds.argument) ? [String(piece.value)] : [],
  )
  return [...new Set(names)].toSorted()
}

const containsWords = (text: string): boolean =>
  allOf(piecesOf(text, english), (piece) =>
    'value' in piece && piece.type === kinds.literal ? [String(piece.value)] : [],
  ).some((words) => /\p{L}{4}/u.test(words))

const namesAlone = new Set(['Some words', 'source'])

for (const [name, catalogue] of others) {
  test(`${name} ends the product’s own mails with translated words`, () => {
    for (const support of [null, 'help@example.org']) {
      expect(catalogue.from(support)).not.toBe(english.from(support))
      expect(catalogue.from(support)).toContain(support ?? 'Twofold')
    }
  })

  test(`${name} translates every message with the same variables as English`, () => {
    const own = messagesOf(catalogue)
    const first = messagesOf(english)
    expect([...own.keys()].toSorted()).toEqual([...first.keys()].toSorted())
    for (const [key, text] of own) {
      expect(namesIn(text, catalogue), key).toEqual(namesIn(first.get(key) ?? '', english))
      if (!alike.has(text) && containsWords(text)) expect(text, key).not.toBe(first.get(key))
    }
  })

  test(`${name} translates every letter with all facts of the English one`, () => {
    const factPattern =
      /Riverbend|Northside|Acme|Ana\b|ana@example\.org|hooks\.example\.org|\d+|Phone|\$1[23]\.00|Some words|source/g
    for (const letter of letterNames) {
      const own = lettersOf(letter, catalogue)
      for (const [nth, english_] of lettersOf(letter, english).entries()) {
        const text = own[nth]
        if (!text) throw new Error(`${letter} has no shape ${nth}`)
        expect(Object.keys(text), letter).toEqual(Object.keys(english_))
        const facts = (about: SystemEmailText) => [...new Set(wordsOf(about).match(factPattern))].toSorted()
        expect(facts(text), letter).toEqual(facts(english_))
        expect(text.why, letter).not.toBe(english_.why)
        expect(text.subject, letter).not.toBe(english_.subject)
        const untranslated = text.before
          .flatMap((paragraph) => paragraph.split('\n'))
          .filter((line) => english_.before.join('\n').includes(line))
        expect(
          untranslated.filter((line) => !namesAlone.has(line)),
          letter,
        ).toEqual([])
      }
    }
  })
}

test('no language has typewriter quotes or apostrophes, except in steps, which match the directory', () => {
  for (const catalogue of [english, french, spanish]) {
    const steps = new Set(catalogue === english ? Object.values(catalogue.platformSteps) : [])
    const texts = [...messagesOf(catalogue).values()].filter((text) => !steps.has(text))
    for (const text of [...texts, ...letterNames.flatMap((name) => lettersOf(name, catalogue).map(wordsOf))])
      expect(text).not.toMatch(/\p{L}'|"/u)
  }
})

test('adapts quotation marks in quoted names to the language', () => {
  const name = 'Gala “Noël” «2026»'
  const about = { organization: 'Riverbend', format: 'CSV', rows: '17', until: 'Jul 10, 2026', name } as const
  const quotedNames = [
    [english, '“Gala ‘Noël’ «2026»”'],
    [french, '«\u00a0Gala “Noël” “2026”\u00a0»'],
    [spanish, '«Gala “Noël” “2026”»'],
  ] as const
  for (const [{ letters: of }, words] of quotedNames) {
    expect(wordsOf(of['report-file'](about))).toContain(words)
    expect(wordsOf(of['suggestion-answered']({ ...suggestion, value: name }))).toContain(words)
  }
})

test('French follows Québec typography, and Spanish opens its questions', () => {
  const textsOf = (catalogue: Catalogue) => [
    ...messagesOf(catalogue).values(),
    ...letterNames.flatMap((name) => lettersOf(name, catalogue).map(wordsOf)),
  ]
  for (const text of textsOf(french)) {
    expect(text).not.toMatch(/ :|« | »| [?!;]/)
    expect(text.replaceAll(/https?:|@|\d:\d/g, '')).not.toMatch(/\p{L}:/u)
  }
  for (const text of textsOf(spanish))
    expect(text.match(/¿/g)?.length ?? 0, text).toBe(text.replaceAll('Forgot password?', '').match(/\?/g)?.length ?? 0)
})

const choices = ['yes', 'other'].flatMap((has_match) =>
  ['yes', 'several', 'other'].flatMap((has_deadline) =>
    ['yes', 'other'].map((has_several) => ({ has_match, has_deadline, has_several })),
  ),
)

test.each([english, french, spanish])('no donor gets the same subject twice about a match in $locale', (catalogue) => {
  const { mails, locale } = catalogue
  const named = Object.fromEntries(
    [...messagesOf(catalogue).values()].flatMap((text) => namesIn(text, catalogue)).map((name) => [name, name]),
  )
  const render = (text: string, chosen: (typeof choices)[number]): string =>
    String(new IntlMessageFormat(text, locale, undefined, { ignoreTag: true }).format({ ...named, ...chosen }))
  const subjectsOf = (texts: Catalogue['mails'][keyof Catalogue['mails']]): string[] =>
    Object.entries(texts).flatMap(([field, text]) => (field.startsWith('subject') ? [text] : []))
  for (const chosen of choices) {
    for (const texts of Object.values(mails)) {
      const all = new Set([texts, mails[102], mails[103]])
      const subjects = [...all].flatMap(subjectsOf).map((text) => render(text, chosen))
      expect(new Set(subjects).size, subjects.join('\n')).toBe(subjects.length)
    }
    const refusals = ([10, 11, 15, 19] as const).map((id) => render(mails[id].subject1, chosen))
    expect(new Set(refusals).size, refusals.join('\n')).toBe(refusals.length)
  }
})

test.each([english, french, spanish])('the weekly email doesn’t repeat itself in $locale', ({ digest }) => {
  for (const waiting of [0, 1, 3]) {
    const said = [
      digest.subject('Riverbend', waiting),
      digest.heading('Oct 19 – 25, 2026'),
      digest.opening('(Riverbend)'),
    ]
    const words = said.map((text) =>
      text
        .replaceAll(/[^\p{L} ]/gu, '')
        .replace('Riverbend', '')
        .trim()
        .toLowerCase(),
    )
    for (const [at, text] of words.entries())
      for (const other of words.slice(at + 1))
        expect([text.includes(other), other.includes(text)]).toEqual([false, false])
  }
})

test('uses the first supported language, else English', () => {
  expect(languageOf('', 'fr').locale).toBe('fr-CA')
  expect(languageOf('es', 'fr').locale).toBe('es-US')
  expect(languageOf('de', '').locale).toBe('en-US')
  expect(languageOf('constructor').locale).toBe('en-US')
})

test('words the weekly email’s unpaid matches so that they fit one or many', () => {
  const sentences = [english, french, spanish].map(
    ({ digest }) => digest.completed({ count: 2, received: '$50.00', worth: '$25.00' }).rest,
  )
  expect(sentences[0]).toContain(' Where nothing has been received yet: $25.00 by our estimate.')
  expect(sentences[1]).toContain(' Là où rien n’a encore été reçu\u00a0: $25.00 selon notre estimation.')
  expect(sentences[2]).toContain(' Donde aún no se ha recibido nada: $25.00 según nuestra estimación.')
})

const strangers = { organization: 'Stranger Trust', invitedBy: 'Stranger Sam' }
const typed = { name: 'Stranger Sam', email: 'stranger@example.org', subject: 'Stranger things', message: 'Stranger!' }
const asking = { organization: 'Riverbend', parent: 'Stranger Trust', askedBy: 'Stranger Sam', days: 7 }

test.each([english, french, spanish])(
  'keeps text by strangers out of subjects, headings and first lines in $locale',
  ({ letters: { contact, ...texts } }) => {
    const caused: readonly SystemEmailText[] = [
      contact(typed),
      texts['first-password']({ ...strangers, days: 7 }),
      texts['first-password']({ ...strangers, invitedBy: null, days: 7 }),
      texts['member-added'](strangers),
      texts['member-added']({ ...strangers, invitedBy: null }),
      texts['chapter-asked'](asking),
    ]
    for (const { subject, heading, before } of caused) {
      for (const text of [subject, heading, before[0]]) expect(text).not.toMatch(/stranger/i)
      expect(before.slice(1).join('\n')).toContain('Stranger')
    }
  },
)
