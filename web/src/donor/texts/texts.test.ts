import { matchRequests } from '@twofold/contract'
import { expect, test } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { donorTexts, formErrorsIn, requestedLanguage } from './index.ts'

const named = ['Riverbend', 'ana@example.org', 'Jun 20, 2026']

const wordsOf = (texts: object, path = ''): [string, string][] =>
  Object.entries(texts).flatMap(([name, said]: [string, unknown]): [string, string][] => {
    if (typeof said === 'function') return [[path + name, String(said(...named))]]
    return typeof said === 'object' && said !== null ? wordsOf(said, `${path}${name} `) : [[path + name, String(said)]]
  })

const factsIn = (text: string) => named.filter((fact) => text.includes(fact))
const sameInEnglish = new Set(['es error', 'fr search list', 'locale'])

test.each(['fr', 'es'] as const)('%s translates every text and keeps the inserted values', (language) => {
  const own = new Map(wordsOf(donorTexts[language]))
  for (const [name, english] of wordsOf(donorTexts.en)) {
    const text = own.get(name) ?? ''
    if (sameInEnglish.has(name)) continue
    expect(text.trim(), name).not.toBe('')
    if (!sameInEnglish.has(`${language} ${name}`)) expect(text, name).not.toBe(english)
    expect(factsIn(text), name).toEqual(factsIn(english))
  }
})

test('follows Quebec French spacing and Spanish question marks', () => {
  for (const [name, label] of wordsOf(donorTexts.fr)) {
    expect(label, name).not.toMatch(/ :|« | »| [?!;]|\p{L}'\p{L}/u)
    expect(label, name).not.toMatch(/\p{L}:/u)
  }
  for (const [name, label] of wordsOf(donorTexts.es))
    expect(label.match(/¿/g)?.length ?? 0, name).toBe(label.match(/\?/g)?.length ?? 0)
})

test('uses the language of the email link, or the first supported browser language', () => {
  expect(requestedLanguage('fr', ['es'])).toBe('fr')
  expect(requestedLanguage(null, ['de-DE', 'es-MX', 'fr'])).toBe('es')
  expect(requestedLanguage('constructor', ['zz'])).toBe('en')
})

test('shows the server’s field errors at the fields, in the page’s language', () => {
  const texts = donorTexts.fr
  const refused = (fields: Record<string, string>) =>
    formErrorsIn(texts, new ApiError({ code: 'invalid', message: 'No.', status: 422, fields }), ['donor_name', 'email'])
  expect(refused({ donor_name: matchRequests.tooLong, email: 'Not that one.' })).toEqual({
    donor_name: texts.too_long,
    email: texts.wrong_email,
  })
  expect(refused({ donor_name: 'What is this?' })).toEqual({ donor_name: texts.needed })
  expect(refused({ key: 'Too small' })).toEqual({ root: texts.failed })
})
