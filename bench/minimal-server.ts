import { createServer } from 'node:http'
import pg from 'pg'
import { queries, type RunStatement } from './queries.ts'
import { receiveOptions, sendReady } from './server.ts'

// The baseline: the same indexes and sums, without sessions, permissions, row-level security or validation.

const { connectionString, facts } = await receiveOptions()
const pool = new pg.Pool({ connectionString, max: 16 })
const names = new Map<string, string>()

/** Named statements keep their query plans. */
const ask: RunStatement = async (text, values = []) => {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  const { rows } = await pool.query({ name, text, values: [...values] })
  return rows
}

const server = createServer((request, response) => {
  const [, query, turn] = (request.url ?? '').split('/')
  const work = queries[Number(query)]?.minimal(ask, facts, Number(turn)) ?? Promise.reject(new Error('no such query'))
  work.then(
    (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    (error: Error) => response.writeHead(500).end(error.message),
  )
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  sendReady(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
