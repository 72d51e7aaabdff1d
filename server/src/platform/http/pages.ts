import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { notFound } from '../errors.ts'
import { answerRefusal } from './answer-errors.ts'

const built = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

/** Serves the built web app: hashed assets for a year, the page itself never from a cache. Everything else is not found. */
export async function servePages(http: FastifyInstance): Promise<void> {
  if (!existsSync(`${built}index.html`)) {
    http.setNotFoundHandler((request, reply) => answerRefusal(notFound(), request, reply))
    return
  }
  await http.register(fastifyStatic, {
    root: built,
    index: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes('/assets/')
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  http.setNotFoundHandler((request, reply) => {
    if (!asksForPage(request)) return answerRefusal(notFound(), request, reply)
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').sendFile('index.html')
  })
}

/** Screens have addresses without a dot; what the router does not know, it says itself. */
function asksForPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const [path = ''] = url.split('?')
  if ((method !== 'GET' && method !== 'HEAD') || /^\/(api|search|assets)\//.test(path)) return false
  return accept.includes('text/html') || (accept.includes('*/*') && !path.includes('.'))
}
