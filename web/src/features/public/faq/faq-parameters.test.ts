import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { english } from './english.tsx'
import { readFaqParameters } from './faq-parameters.ts'
import { french } from './french.tsx'
import { questionsFor } from './questions.tsx'
import { spanish } from './spanish.tsx'

const faqTexts = { en: english, fr: french, es: spanish }
const read = (search: string) => readFaqParameters(new URLSearchParams(search))
const idsFor = (search: string) => questionsFor(read(search), faqTexts.en).map(({ id }) => id)

describe('the parameters of the questions page', () => {
  it('treats paper as esign and contact as manual', () => {
    const processes = ['portal', 'esign', 'paper', 'contact', 'direct'].map((name) => read(`${name}=1`).process)
    expect(processes).toEqual(['portal', 'esign', 'esign', 'manual', 'direct'])
    expect(read('portal').process).toBe('portal')
    expect(read('').process).toBeNull()
  })

  it('recognizes the partner kinds', () => {
    expect(read('vr').partner).toBe('vr')
    expect(read('apex=1').partner).toBe('apex')
    expect(read('').partner).toBeNull()
  })

  it('links to the correction only with a numeric match id and an email address', () => {
    expect(read('di=123&de=dana%2Bgift@example.org').correction).toEqual({
      matchId: '123',
      email: 'dana+gift@example.org',
      path: '/donor-match-update/123?email=dana%2Bgift%40example.org',
    })
    for (const search of [
      'di=123',
      'de=dana@example.org',
      'di=12a&de=d@e.org',
      'di=../x&de=d@e.org',
      'di=1&de=<script>',
    ]) {
      expect(read(search).correction, search).toBeNull()
    }
  })

  it('keeps the company name on one line and limits its length', () => {
    expect(read('cn=%20Acme%20').company).toBe('Acme')
    expect(read('cn=%20').company).toBeNull()
    expect(read(`cn=${'x'.repeat(500)}`).company).toHaveLength(100)
  })
})

describe('the questions', () => {
  const general = ['role', 'wrong', 'other', 'link', 'received', 'minimum', 'child', 'deadline', 'payout']

  it('are the general ones without parameters', () => {
    expect(idsFor('').sort()).toEqual([...general].sort())
  })

  it('add partner and process questions only if the parameters name them', () => {
    expect(idsFor('vr')).toEqual(expect.arrayContaining([...general, 'platform', 'partner']))
    expect(idsFor('apex')).toEqual(expect.arrayContaining([...general, 'platform', 'partner']))
    for (const process of ['portal', 'esign', 'direct']) {
      expect(idsFor(process)).toEqual(expect.arrayContaining([...general, `how-${process}`]))
      expect(idsFor(process)).toHaveLength(general.length + 1)
    }
    expect(idsFor('contact')).toContain('how-manual')
    expect(idsFor('paper')).toContain('how-esign')
  })

  it('appear once each, with an answer', () => {
    const questions = questionsFor(read('vr&portal&cn=Acme&di=1&de=d@e.org'), faqTexts.en)
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    for (const { question, answer } of questions) {
      expect(question).toMatch(/\?$/)
      expect(answer).toBeTruthy()
    }
  })
})

describe('the questions in French and Spanish', () => {
  const readers = [
    '',
    'cn=Acme',
    ...['vr', 'apex'].flatMap((partner) =>
      ['portal', 'esign', 'contact', 'direct'].map((process) => `${partner}&${process}&cn=Acme&di=1&de=d@e.org`),
    ),
  ]
  const shown = (search: string, language: keyof typeof faqTexts) =>
    questionsFor(read(search), faqTexts[language]).map(({ id, question, answer }) => ({
      id,
      question,
      html: renderToStaticMarkup(createElement(StaticRouter, { location: '/portal/faq' }, answer)),
    }))
  const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '').replaceAll('&#x27;', "'")

  it.each(['fr', 'es'] as const)('%s translates all English text, with the same links, lists and facts', (language) => {
    for (const search of readers) {
      const [own, english] = [shown(search, language), shown(search, 'en')]
      expect(own.map(({ id }) => id)).toEqual(english.map(({ id }) => id))
      for (const [place, { id, question, html }] of own.entries()) {
        const said = english[place]
        expect(question, id).not.toBe(said?.question)
        const parts = (text = '') => [
          text.match(/href="[^"]*"/g),
          text.match(/<(p|li|ol|ul|strong)>/g)?.toSorted(),
          text.match(/EIN|90/g),
        ]
        expect(parts(html), `${search} ${id}`).toEqual(parts(said?.html))
        expect(`${question}${html}`.includes('Acme'), `${search} ${id}`).toBe(
          `${said?.question}${said?.html}`.includes('Acme'),
        )
      }
    }
  })

  it('French follows Québec typography, Spanish uses opening question marks', () => {
    for (const search of readers) {
      for (const { id, question, html } of shown(search, 'fr')) {
        for (const text of [question, plain(html)]) {
          expect(text, id).not.toMatch(/ :|« | »| [?!;]|\p{L}'\p{L}/u)
          expect(text, id).not.toMatch(/\p{L}:/u)
        }
      }
      for (const { id, question, html } of shown(search, 'es')) {
        const text = `${question} ${plain(html)}`
        expect(text.match(/¿/g)?.length ?? 0, id).toBe(text.match(/\?/g)?.length ?? 0)
      }
    }
  })
})
