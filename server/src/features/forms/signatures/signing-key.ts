import type { FastifyInstance } from 'fastify'
import type { Feature } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { publicKeyPem } from './signature-record.ts'
import { signedFormRoutes } from './signed-forms.routes.ts'

async function serveSigningKey(http: FastifyInstance, platform: Platform): Promise<void> {
  const key = publicKeyPem(platform)
  http.get('/signing-key.pem', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('application/x-pem-file').send(key),
  )
}

export const signaturesFeature = ({ authenticators }: { readonly authenticators: Authenticators }): Feature => ({
  routes: signedFormRoutes(authenticators),
  pages: [serveSigningKey],
})
