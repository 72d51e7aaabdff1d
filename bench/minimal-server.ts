import { createServer, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { answerParent, given } from './child.ts'
import type { Ask } from './scenario.ts'
import { copies, scenarios } from './scenarios/index.ts'

// The least that could answer: no sessions, no rights, no row security, no validation. What the product is compared with.

const { connectionString, facts } = given()
const pool = new pg.Pool({ connectionString, max: 16 })
const names = new Map<string, string>()

/** Named, so that its plans are kept: what is measured is the product's work, and not that somebody else plans anew. */
const ask: Ask = (text, values = []) => {
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return pool.query({ name, text, values: [...values] })
}

const server = createServer((request, response) => {
  const [, kind, name, place] = (request.url ?? '').split('/').map(decodeURIComponent)
  const done = kind === 'download' ? download(response, name, place === 'alone') : answer(response, name, Number(place))
  done.catch((error: Error) => response.writeHead(500).end(error.message))
})

async function answer(response: ServerResponse, name: string | undefined, place: number): Promise<void> {
  const scenario = scenarios.find((each) => each.name === name)
  const body = JSON.stringify(await scenario?.minimal(ask, facts, place))
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}

async function download(response: ServerResponse, name: string | undefined, isAlone: boolean): Promise<void> {
  const wanted = copies.find((each) => each.name === name)
  const client = await pool.connect()
  try {
    await client.query(isAlone ? 'SET max_parallel_workers_per_gather = 0' : 'RESET max_parallel_workers_per_gather')
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' })
    await pipeline(client.query(copyTo(wanted?.minimal(facts) ?? '')), response)
  } finally {
    client.release()
  }
}

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  answerParent(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
