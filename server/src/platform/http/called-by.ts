import type { FastifyRequest } from 'fastify'

/** A request as the log names it: never what was sent with it, which may be a secret, nor the ids in its address. */
export const calledBy = (request: FastifyRequest) => ({
  request_id: request.id,
  client: request.ip,
  call: `${request.method} ${request.routeOptions.url ?? ''}`,
})
