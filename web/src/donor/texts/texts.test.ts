import { matchRequests } from '@twofold/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { donorTexts, languageAsked, refusedIn } from './index.ts'

/** What is said with values is said with these. */
const named = ['Riverbend', 'ana@example.org', 'Jun 20, 2026']

const wordsOf = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, said]: [string, unknown]): [string, string][] => {
    if (typeof said === 'function') return [[path + name, String(said(...named))]]
    return typeof said === 'object' && said !== null ? wordsOf(said, `${path}${name} `) : [[path + name, String(said)]]
  })

const factsIn = (words: string) => named.filter((fact) => words.includes(fact))
const alike = new Set(['es error', 'fr search list', 'locale'])

test.each(['fr', 'es'] as const)('%s says all of the page in words of its own, with the same facts', (language) => {
  const own = new Map(wordsOf(donorTexts[language]))
  for (const [name, english] of wordsOf(donorTexts.en)) {
    const words = own.get(name) ?? ''
    if (alike.has(name)) continue
    expect(words.trim(), name).not.toBe('')
    if (!alike.has(`${language} ${name}`)) expect(words, name).not.toBe(english)
    expect(factsIn(words), name).toEqual(factsIn(english))
  }
})

test('French is set as it is in Québec, Spanish opens its questions', () => {
  for (const [name, words] of wordsOf(donorTexts.fr)) {
    expect(words, name).not.toMatch(/ :|« | »| [?!;]|\p{L}'\p{L}/u)
    expect(words, name).not.toMatch(/\p{L}:/u)
  }
  for (const [name, words] of wordsOf(donorTexts.es))
    expect(words.match(/¿/g)?.length ?? 0, name).toBe(words.match(/\?/g)?.length ?? 0)
})

test('a letter’s link is read in the letter’s language, else the browser’s first of ours counts', () => {
  expect(languageAsked('fr', ['es'])).toBe('fr')
  expect(languageAsked(null, ['de-DE', 'es-MX', 'fr'])).toBe('es')
  expect(languageAsked('constructor', ['zz'])).toBe('en')
})

test('what the server refuses of a field is said at the field, in the words of the page', () => {
  const texts = donorTexts.fr
  const refused = (fields: Record<string, string>) =>
    refusedIn(texts, new ApiError({ code: 'invalid', message: 'No.', status: 422, fields }), ['donor_name', 'email'])
  expect(refused({ donor_name: matchRequests.tooLong, email: 'Not that one.' })).toEqual({
    donor_name: texts.too_long,
    email: texts.wrong_email,
  })
  expect(refused({ donor_name: 'What is this?' })).toEqual({ donor_name: texts.needed })
  expect(refused({ key: 'Too small' })).toEqual({ root: texts.failed })
})
