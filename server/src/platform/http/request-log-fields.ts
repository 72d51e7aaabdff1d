import type { FastifyRequest } from 'fastify'

/** Identifies a request in the log, without its content, which may be secret, and without the ids in its address. */
export const requestLogFields = (request: FastifyRequest) => ({
  request_id: request.id,
  client: request.ip,
  call: `${request.method} ${request.routeOptions.url ?? ''}`,
})
