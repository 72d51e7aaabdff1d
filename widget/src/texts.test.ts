import { readFileSync } from 'node:fs'
import { publicMatch } from '@twofold/contract'
import { describe, expect, it } from 'vitest'
import { loadTexts } from './service.ts'
import { english, type Texts } from './texts.ts'

const read = (language: string): string =>
  readFileSync(new URL(`../public/widget.${language}.json`, import.meta.url), 'utf8')
const holes = (text: string): readonly string[] => text.match(/\{\w+\}/g) ?? []
const origin = 'https://twofold.example'

describe.each(['fr', 'es'])('the texts in %s', (language) => {
  const texts = JSON.parse(read(language)) as Texts

  it('have every text with the same values', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    expect(texts).toMatchObject({ locale: expect.stringMatching(`^${language}-`) })
    for (const [name, text] of Object.entries(english)) {
      const translated = Object.entries(texts).find(([key]) => key === name)?.[1]
      if (typeof text === 'string' && typeof translated === 'string') expect(holes(translated)).toEqual(holes(text))
    }
  })

  it('have every message of the service', () => {
    const { failed: _, ...messages } = publicMatch.requestMessages
    for (const message of Object.values(messages)) expect(texts.messages).toHaveProperty([message])
  })

  it('use typographic apostrophes and fit in a small file', () => {
    expect(JSON.stringify(Object.values(texts))).not.toMatch(/\w'\w/)
    expect(Buffer.byteLength(read(language))).toBeLessThan(4 * 1024)
  })
})

it('are loaded without cookies, and are English if that fails', async () => {
  const requests: (RequestInit | undefined)[] = []
  const respond = (body: string, status = 200) =>
    (async (_, init) => {
      requests.push(init)
      return new Response(body, { status })
    }) satisfies typeof fetch
  expect(await loadTexts(origin, 'fr', respond(read('fr')))).toMatchObject({ label: 'Où travaillez-vous?' })
  expect(requests[0]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  expect(await loadTexts(origin, 'fr', respond('{}', 404))).toEqual(english)
  expect(await loadTexts(origin, 'fr', respond('no json'))).toEqual(english)
  expect(await loadTexts(origin, 'fr', () => Promise.reject(new TypeError('Failed to fetch')))).toEqual(english)
})

it('of an older file are completed in English', async () => {
  const texts = await loadTexts(origin, 'fr', async () => new Response('{"label":"Où?"}'))
  expect(texts).toEqual({ ...english, label: 'Où?' })
})
