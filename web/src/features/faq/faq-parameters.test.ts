import { describe, expect, it } from 'vitest'
import { readFaqParameters } from './faq-parameters.ts'
import { questionsFor } from './questions.tsx'

const read = (search: string) => readFaqParameters(new URLSearchParams(search))
const idsFor = (search: string) => questionsFor(read(search)).map(({ id }) => id)

describe('the parameters of the questions page', () => {
  it('takes paper as esign and contact as manual', () => {
    const processes = ['portal', 'esign', 'paper', 'contact', 'direct'].map((name) => read(`${name}=1`).process)
    expect(processes).toEqual(['portal', 'esign', 'esign', 'manual', 'direct'])
    expect(read('portal').process).toBe('portal')
    expect(read('').process).toBeNull()
  })

  it('knows the kind of partner', () => {
    expect(read('vr').partner).toBe('vr')
    expect(read('apex=1').partner).toBe('apex')
    expect(read('').partner).toBeNull()
  })

  it('leads to the correction only with a match of digits and an address', () => {
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

  it('keeps the name of the company on one line, within reason', () => {
    expect(read('cn=%20Acme%20').company).toBe('Acme')
    expect(read('cn=%20').company).toBeNull()
    expect(read(`cn=${'x'.repeat(500)}`).company).toHaveLength(100)
  })
})

describe('the questions', () => {
  const general = ['role', 'wrong', 'other', 'link', 'received', 'minimum', 'child', 'deadline', 'payout']

  it('are the general ones without any parameter', () => {
    expect(idsFor('').sort()).toEqual([...general].sort())
  })

  it('add those of the partner and of the process only where they are named', () => {
    expect(idsFor('vr')).toEqual(expect.arrayContaining([...general, 'platform', 'partner']))
    expect(idsFor('apex')).toEqual(expect.arrayContaining([...general, 'platform', 'partner']))
    for (const process of ['portal', 'esign', 'direct']) {
      expect(idsFor(process)).toEqual(expect.arrayContaining([...general, `how-${process}`]))
      expect(idsFor(process)).toHaveLength(general.length + 1)
    }
    expect(idsFor('contact')).toContain('how-manual')
    expect(idsFor('paper')).toContain('how-esign')
  })

  it('are each there once, with an answer', () => {
    const questions = questionsFor(read('vr&portal&cn=Acme&di=1&de=d@e.org'))
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
    for (const { question, answer } of questions) {
      expect(question).toMatch(/\?$/)
      expect(answer).toBeTruthy()
    }
  })
})
