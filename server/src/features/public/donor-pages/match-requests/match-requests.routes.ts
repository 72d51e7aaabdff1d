import { matchRequests } from '@twofold/contract'
import { type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import type { Directory } from '../../../core/companies/index.ts'
import { browserLanguage } from '../../../core/texts/index.ts'
import { approveAddressChange, correctRequest, readAddressChange, readRequest } from './correct-request.ts'

/** Browsers and proxies must not cache any of it. */
export function matchRequestRoutes(directory: Directory): ServedRoute[] {
  return [
    serve(matchRequests.readMatchRequest, async ({ platform, request, reply, body }) => {
      reply.header('cache-control', 'no-store')
      return readRequest(platform, body.key, browserLanguage(request))
    }),
    serve(matchRequests.updateMatchRequest, async ({ platform, request, reply, body: { key, ...changes } }) => {
      reply.header('cache-control', 'no-store')
      return correctRequest(platform, directory, key, changes, browserLanguage(request))
    }),
    serve(matchRequests.readEmailTransfer, async ({ platform, request, reply, body }) => {
      reply.header('cache-control', 'no-store')
      return readAddressChange(platform, body.token, browserLanguage(request))
    }),
    serve(matchRequests.transferMatchRequest, async ({ platform, request, reply, body }) => {
      reply.header('cache-control', 'no-store')
      return approveAddressChange(platform, directory, body.token, browserLanguage(request))
    }),
  ]
}
