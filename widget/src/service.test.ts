import { describe, expect, it } from 'vitest'
import { createService } from './service.ts'
import { english } from './texts.ts'

const answering = (status: number, body: unknown, texts = english) => {
  const requests: { url: string; init: RequestInit | undefined }[] = []
  const request = (async (url: string, init?: RequestInit) => {
    requests.push({ url, init })
    return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
  }) as typeof fetch
  return { asked: requests, service: createService('https://twofold.example', texts, request) }
}
const unreachable = createService('https://twofold.example', english, (() =>
  Promise.reject(new TypeError('Failed to fetch'))) as typeof fetch)
const body = { name: 'D', email: 'd@example.org', amount: 5, date: '2026-11-01', employer: 'Quillon' }

describe('the service', () => {
  it('sends requests without credentials and without a referrer', async () => {
    const { asked, service } = answering(200, { names: [{ name: 'Quillon', company_id: 7 }] })
    expect(await service.search('quil/lon')).toEqual([{ id: 7, name: 'Quillon' }])
    expect(asked[0]?.url).toBe('https://twofold.example/search/company-name/quil%2Flon?exclude=false&other=false')
    expect(asked[0]?.init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  })

  it('shows the employer of another name, such as a ticker', async () => {
    const names = [{ name: 'GOOG', company: { id: 7, name: 'Google' }, company_id: 7 }]
    const found = await answering(200, { names }).service.search('goog')
    expect(found).toEqual([{ id: 7, name: 'GOOG', label: 'Google (GOOG)' }])
  })

  it('sends the known details of a gift', async () => {
    const { asked, service } = answering(200, {})
    await service.policy(7, '12', 50, '2026-11-01')
    await service.policy(7, '', null, '2026-11-01')
    expect(asked.map(({ url }) => url.replace('https://twofold.example/api/public', ''))).toEqual([
      '/company/7?organization=12&amount=50&date=2026-11-01',
      '/company/7?',
    ])
  })

  it('never throws on a failure', async () => {
    for (const { service } of [
      answering(500, 'oops'),
      answering(429, {}),
      answering(200, 'no json'),
      { service: unreachable },
    ]) {
      expect(await service.search('quillon')).toBeNull()
      expect(await service.policy(7, '', null, '')).toBeNull()
      expect(await service.requestMatch('12', body)).toMatchObject({ fields: {} })
    }
  })

  it('returns the response to a match request', async () => {
    expect(await answering(200, { message: 'Thank you.' }).service.requestMatch('12', body)).toEqual({
      message: 'Thank you.',
      steps: null,
    })
    const fields = { email: 'Please enter a valid email address' }
    expect(await answering(422, { message: 'x', fields }).service.requestMatch('12', body)).toMatchObject({ fields })
    expect(await answering(404, {}).service.requestMatch('12', body)).toMatchObject({
      problem: 'This organization doesn’t accept match requests here.',
    })
  })

  it('asks in the language of the texts, and translates the messages', async () => {
    const texts = { ...english, locale: 'fr-CA', tooMany: 'Trop', messages: { 'Enter your name': 'Votre nom?' } }
    const { asked, service } = answering(422, { fields: { name: 'Enter your name', date: 'Other' } }, texts)
    expect(await service.requestMatch('12', body)).toMatchObject({ fields: { name: 'Votre nom?', date: 'Other' } })
    await service.policy(7, '12', null, '')
    expect(asked[0]?.init?.body).toContain('"language":"fr"')
    expect(asked[1]?.url).toContain('language=fr')
    expect(service.matchPage('12', 50)).toBe('https://twofold.example/match/12?amount=50&lang=fr')
    const limited = answering(429, { message: 'Too many attempts.' }, texts)
    expect(await limited.service.requestMatch('12', body)).toMatchObject({ problem: 'Trop' })
  })
})
