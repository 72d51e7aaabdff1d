import { companies } from '@twofold/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await startTestApp({ config: { role: 'web' } })
  token = await app.signIn(await app.createUser({ isSuper: true, name: 'Ada Byron' }))
})
afterAll(() => app.stop())

const rates = async () => (await app.call(companies.listExchangeRates, {}, { token })).exchange_rates

test('saves a rate for a day, and corrects it', async () => {
  expect((await rates())[0]).toMatchObject({ since: '2025-01-01', cad_per_usd: 1.3977, entered_by: null })
  const rate = { since: '2026-01-01', source: 'Bank of Canada' }
  await app.call(companies.saveExchangeRate, { body: { ...rate, cad_per_usd: 1.4 } }, { token })
  await app.call(companies.saveExchangeRate, { body: { ...rate, cad_per_usd: 1.38 } }, { token })
  expect((await rates())[0]).toEqual({
    since: '2026-01-01',
    cad_per_usd: 1.38,
    source: 'Bank of Canada',
    entered_by: 'Ada Byron',
  })
})

test('refuses an implausible rate with an explanation', async () => {
  const body = { since: '2026-01-01', cad_per_usd: 140, source: 'Bank of Canada' }
  const refusal = await app.refusal(companies.saveExchangeRate, { body }, { token })
  expect(refusal.status).toBe(422)
  expect(JSON.stringify(refusal)).toContain('like 1.37')
})
