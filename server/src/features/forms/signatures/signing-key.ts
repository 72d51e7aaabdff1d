import type { FastifyInstance } from 'fastify'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Room } from '../../../platform/services/room.ts'
import type { Doors } from '../../accounts/auth/index.ts'
import { publicKeyOf } from './record.ts'
import { signedFormRoutes } from './signed-forms.routes.ts'

/** Serves the public key for checking the record in a signed file. */
async function serveSigningKey(http: FastifyInstance, platform: Platform): Promise<void> {
  const key = publicKeyOf(platform)
  http.get('/signing-key.pem', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('application/x-pem-file').send(key),
  )
}

export const signaturesRoom = ({ doors }: { readonly doors: Doors }): Room => ({
  routes: signedFormRoutes(doors),
  pages: [serveSigningKey],
})
