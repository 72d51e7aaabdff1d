import type { FastifyRequest } from 'fastify'

/** Returns log fields of a request, without its content and ids, which may be secret. */
export const requestLogFields = (request: FastifyRequest) => ({
  request_id: request.id,
  client: request.ip,
  call: `${request.method} ${request.routeOptions.url ?? ''}`,
})
