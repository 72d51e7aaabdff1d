import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { html, sendPlainPage } from './plain-page.ts'

test('allows only the page’s own style, by its hash', async () => {
  const app = fastify()
  app.get('/', (_request, reply) => sendPlainPage(reply, { title: 'Hello', body: html`<p>Hello</p>` }))
  const { headers, body } = await app.inject('/')
  const style = /<style>([^<]*)<\/style>/.exec(body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(headers['content-security-policy']).toContain(`style-src 'sha256-${hash}';`)
  expect(headers['content-security-policy']).not.toContain('unsafe')
})
