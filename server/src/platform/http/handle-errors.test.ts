import Fastify from 'fastify'
import pg from 'pg'
import { expect, test } from 'vitest'
import { handleErrors } from './handle-errors.ts'

test('logs the reason when a caller is asked to retry later', async () => {
  const lines: string[] = []
  const http = Fastify({ logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } } })
  handleErrors(http)
  http.get('/api/slow', async () => {
    throw Object.assign(new pg.DatabaseError('canceling statement due to statement timeout', 0, 'error'), {
      code: '57014',
    })
  })
  const response = await http.inject('/api/slow')
  expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '2'])
  expect(lines.join()).toContain('statement timeout')
  await http.close()
})
