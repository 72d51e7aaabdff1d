import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEmployerIndex, type DirectoryCompany, type EmployerSignals } from '../index.ts'

const company = (
  id: number,
  name: string,
  aliases: readonly string[] = [],
  domains: readonly string[] = [],
): DirectoryCompany => ({
  id,
  name,
  aliases,
  domains,
})

const companies: readonly DirectoryCompany[] = [
  company(1, 'Microsoft', ['Microsoft Corporation', 'LinkedIn'], ['microsoft.com']),
  company(2, 'Micron Technology', ['Micron'], ['micron.com']),
  company(3, 'AT&T', ['American Telephone and Telegraph'], ['att.com']),
  company(4, 'JPMorgan Chase', ['J.P. Morgan', 'Chase'], ['jpmorgan.com', 'chase.com']),
  company(5, 'Johnson & Johnson', ['J&J'], ['jnj.com']),
  company(6, 'Bank of America', ['BofA', 'Merrill Lynch'], ['bofa.com']),
  company(7, 'IBM', ['International Business Machines'], ['ibm.com']),
  { ...company(8, 'IBM Canada'), parentId: 7 },
  company(9, 'Walmart', ['Wal-Mart Stores'], ['walmart.com']),
  { ...company(10, 'Ford', ['Ford Motor Company'], ['ford.com']), hasProgram: false },
  company(11, 'Delta', ['Delta Air Lines']),
  company(12, 'Delta Dental', ['Delta']),
  company(13, 'Nestlé', [], ['nestle.com']),
  company(14, 'Apple', ['Apple Inc.'], ['apple.com']),
  company(15, 'Merck', []),
  company(16, 'Acme Widgets'),
  company(17, 'Acme Widgetz'),
]
const index = createEmployerIndex(companies)

test('removes a short form of a place unless another company matches the name with the place', () => {
  const names = [
    'Union Pacific',
    'Union Pacific Northwest Credit Union',
    'Reserve Partners',
    'Reserve Partners of San Francisco',
  ]
  const withPlaces = createEmployerIndex(names.map((name, at) => company(at + 1, name)))
  const findCompanyId = (text: string) => withPlaces.find({ text }).companyId
  expect(
    ['Union Pacific SE', 'Union Pacific NW', 'Reserve Partners LA', 'Reserve Partners SF'].map(findCompanyId),
  ).toEqual([1, null, 3, null])
})

describe('finding the employer', () => {
  test.each<[string, EmployerSignals, number | null, string]>([
    ['by id', { companyId: 3, text: 'Microsoft' }, 3, 'id'],
    ['an id that nobody has is passed over', { companyId: 999, text: 'Microsoft' }, 1, 'name'],
    ['by name', { text: 'microsoft' }, 1, 'name'],
    ['by name without legal form', { text: 'The Walmart, Inc.' }, 9, 'name'],
    ['by name without accent', { text: 'NESTLE' }, 13, 'name'],
    ['& is and', { text: 'Johnson and Johnson' }, 5, 'name'],
    ['by alias', { text: 'Merrill Lynch' }, 6, 'alias'],
    ['by subsidiary', { text: 'linkedin corp' }, 1, 'alias'],
    ['dots are nothing', { text: 'JP Morgan' }, 4, 'alias'],
    ["a name before another's alias", { text: 'Delta' }, 11, 'name'],
    ['by web address', { text: 'www.micron.com' }, 2, 'alias'],
    ['on earlier gifts', { text: '', earlierCompanyId: 7 }, 7, 'history'],
    ['a name before earlier gifts', { text: 'Apple', earlierCompanyId: 7 }, 14, 'name'],
    ['earlier gifts before mail', { earlierCompanyId: 7, email: 'a@apple.com' }, 7, 'history'],
    ['by work mail', { email: 'Ada@Apple.com' }, 14, 'domain'],
    ['by work mail of a department', { email: 'ada@us.research.ibm.com' }, 7, 'domain'],
    ['not by a public mail host', { email: 'ada@gmail.com' }, null, 'none'],
    ['not by a domain that ends alike', { email: 'ada@notapple.com' }, null, 'none'],
    ['by a name with a similar spelling', { text: 'Microsfot' }, 1, 'fuzzy'],
    ['two names equally near are not clear', { text: 'Acme Widgett' }, null, 'unclear'],
    ['a short name has to be right', { text: 'Fort' }, null, 'unclear'],
    ['a name nobody knows', { text: 'Smith and Sons Bakery' }, null, 'unclear'],
    ['another company that begins alike', { text: 'Apple Bank' }, null, 'unclear'],
    ['nothing', {}, null, 'none'],
    ['a field filled with nothing', { text: ' N/A ' }, null, 'none'],
    ['a field filled with nothing, and work mail', { text: 'none given', email: 'ada@apple.com' }, 14, 'domain'],
    ['no employer at all', { text: 'Self-Employed', email: 'ada@apple.com' }, null, 'no_employer'],
    [
      'a stated employer goes before a work address',
      { text: "Bob's Plumbing", email: 'bob@microsoft.com' },
      null,
      'unclear',
    ],
    ['and before earlier gifts', { text: "Bob's Plumbing", earlierCompanyId: 7 }, null, 'unclear'],
  ])('%s', (_case, signals, companyId, method) => {
    expect(index.find(signals)).toMatchObject({ companyId, how: method })
  })

  test('confidence is highest by id, then by name, then by email, and lowest for a similar spelling', () => {
    const sureness = [
      { companyId: 1 },
      { text: 'Microsoft Ltd' },
      { email: 'a@microsoft.com' },
      { text: 'Microsfot' },
    ].map((signals) => index.find(signals).confidence)
    expect(sureness).toEqual(sureness.toSorted((a, b) => b - a))
    expect(sureness.every((confidence) => confidence > 0 && confidence <= 1)).toBe(true)
  })

  test('returns candidates for the review queue if the employer is unclear', () => {
    expect(index.find({ text: 'Acme Widgett' }).candidates).toEqual([16, 17])
    expect(index.find({ text: 'Apple Bank' }).candidates).toEqual([14])
  })

  test('offers guesses from earlier gifts and email first, but never applies them', () => {
    const signals = { text: "Bob's Plumbing", earlierCompanyId: 7, email: 'bob@microsoft.com' }
    expect(index.find(signals)).toMatchObject({ companyId: null, candidates: [7, 1] })
  })

  test('finds no company if two share a name, and offers the closer one first', () => {
    const shared = createEmployerIndex([
      company(1, 'Acme East', ['Acme']),
      company(2, 'Acme West', ['Acme'], ['acme.example']),
    ])
    expect(shared.find({ text: 'Acme' })).toMatchObject({ companyId: null, how: 'unclear' })
    expect(shared.find({ text: 'Acme', earlierCompanyId: 2 })).toMatchObject({ companyId: null, candidates: [2, 1] })
  })

  test('ignores public email hosts, even if a company’s entry claims one', () => {
    const claimed = createEmployerIndex([company(1, 'Yahoo', [], ['yahoo.com', 'yahoo.co.uk'])])
    expect(claimed.find({ email: 'a@yahoo.com' }).companyId).toBeNull()
    expect(claimed.find({ email: 'a@yahoo.co.uk' }).companyId).toBeNull()
  })
})

test('the lineage contains all parents, and a cycle of parents ends', () => {
  expect(index.lineageOf(8)).toEqual([8, 7])
  expect(index.lineageOf(999)).toEqual([])
  const circle = createEmployerIndex([
    { ...company(1, 'A'), parentId: 2 },
    { ...company(2, 'B'), parentId: 1 },
  ])
  expect(circle.lineageOf(1)).toEqual([1, 2])
})

const names = (text: string, options?: { limit?: number; exclude?: boolean }): string[] =>
  index.search(text, options).map(({ name }) => name)

describe('searching as you type', () => {
  test.each<[string, string, string]>([
    ['exact', 'ibm', 'IBM'],
    ['the beginning of a name', 'micros', 'Microsoft'],
    ['the beginning of an alias', 'merr', 'Merrill Lynch'],
    ['the beginning of a later word', 'americ', 'American Telephone and Telegraph'],
    ['misspelt', 'Microsfot', 'Microsoft'],
    ['misspelt before it is finished', 'mircos', 'Microsoft'],
    ['one letter too many', 'walmartt', 'Walmart'],
    ['without its hyphen', 'wal mart st', 'Wal-Mart Stores'],
    ['in two words', 'wal mart', 'Walmart'],
    ['with signs', 'at&t', 'AT&T'],
    ['without accent', 'nestle', 'Nestlé'],
    ['a misspelt long name', 'bank of amercia', 'Bank of America'],
    ['more words than the name has', 'IBM Global Services', 'IBM'],
    ['nothing like it', 'zzzzzz', ''],
  ])('%s: %s', (_case, text, first) => {
    expect(names(text)[0] ?? '').toBe(first)
  })

  test('ranks the exact name before longer names, and names before aliases', () => {
    expect(names('ibm')).toEqual(['IBM', 'IBM Canada'])
    expect(names('delta')).toEqual(['Delta', 'Delta'])
    expect(index.search('delta').map(({ companyId }) => companyId)).toEqual([11, 12])
  })

  test('returns the company of an alias', () => {
    expect(index.search('linkedin')[0]).toEqual({ name: 'LinkedIn', companyId: 1, companyName: 'Microsoft' })
  })

  test('excludes companies without a program on request and respects the limit', () => {
    expect(names('ford')).toContain('Ford')
    expect(names('ford', { exclude: true })).not.toContain('Ford')
    expect(names('a', { limit: 2 })).toHaveLength(2)
    expect(names('a', { limit: 0 })).toEqual([])
  })
})

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    '%'.repeat(1_000),
    '(((((',
    '.*'.repeat(500),
    '\\',
    '\u0000',
    '\ud800',
    '’',
    '𝒾𝒷𝓂',
    '__proto__',
    'constructor',
    '🏦',
    'a'.repeat(10_000),
  ),
)

test('no text throws when searched, found, or listed in the directory', () => {
  fc.assert(
    fc.property(hostile, hostile, (text, email) => {
      expect(index.search(text, { limit: 5 }).length).toBeLessThanOrEqual(5)
      const { confidence, text: kept } = index.find({ text, email })
      expect(kept.isWellFormed() && !kept.includes('\u0000')).toBe(true)
      expect(confidence >= 0 && confidence <= 1).toBe(true)
      const odd = createEmployerIndex([company(1, text, [email], [email])])
      void odd.find({ text: email, email: text })
      void odd.search(text)
    }),
  )
})

test('finds every company by its name and by each prefix of at least three letters', () => {
  for (const { id, name } of companies.filter(({ id: other }) => other !== 12)) {
    expect(index.find({ text: name }).companyId).toBe(id)
    for (let end = 3; end <= name.length; end++) {
      expect(index.search(name.slice(0, end)).map((hit) => hit.companyId)).toContain(id)
    }
  }
})

test('the search never returns a company twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'c', 'm', 'i', ' ', 'o', 'r', 'e'), maxLength: 8 }), (text) => {
      const ids = index.search(text).map(({ companyId }) => companyId)
      expect(new Set(ids).size).toBe(ids.length)
    }),
  )
})
