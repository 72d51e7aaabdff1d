import { readFileSync } from 'node:fs'
import { type OpenApi, type Operation, webhooks } from '@twofold/contract'
import { maxUploadBytes } from '../../../platform/http/server.ts'
import { callsPerKey } from '../../core/api-keys/index.ts'
import { type Call, curlOf, donationsCommand, hasExample, typescriptOf } from './examples.ts'

/** Groups of the page's menu by path pattern. The first match is used. */
const groups: readonly (readonly [name: string, description: string, paths: RegExp])[] = [
  ['Uploads', 'Files of gifts, as platforms export them.', /\/import/],
  ['Gifts and matches', 'Gifts and their matches.', /donation(\/|$)|\/donation\/\{id\}|download/],
  ['Figures', 'Sums and counts of gifts and matches.', /\/statistics/],
  ['Webhooks', 'Receivers and their deliveries.', /webhook/],
  ['API keys', 'Keys for your own software.', /api[-_]key/],
  ['People', 'An organization’s members and their access levels.', /\/user|\/notifee|\/audit|\/digest/],
  ['Documents', 'Logo, W-9, IRS letter and documents.', /\/(document|logo|upload)\b/],
  ['Organization', 'Profile, chapters and settings.', /^\/api\/organization/],
  ['Companies and public pages', 'Calls without a key.', /^\/(api\/public|api\/companies|api\/contact|search)/],
  ['Signing in and registering', 'Calls made by the portal’s own pages, listed for completeness.', /^/],
]

export const titleOf = ({ operationId }: Operation): string => {
  const text = operationId
    .replaceAll(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)
    .replaceAll(/\b(api|csv)\b/g, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

type SignIn = { readonly email: string; readonly password: string }

export function guideOf(server: string, signIn: SignIn): string {
  const values: Readonly<Record<string, string | number>> = {
    server,
    signIn: JSON.stringify(signIn),
    donationsCommand,
    keyCalls: callsPerKey.max,
    keySeconds: callsPerKey.seconds,
    uploadMegabytes: maxUploadBytes / 1024 / 1024,
    payloadSchema: webhooks.payloadSchemaPath,
    payload: JSON.stringify({ data: webhooks.dataExample, bearer_token: 'the token of your webhook' }, null, 2),
    secretOverlapHours: webhooks.secretOverlapHours,
  }
  return readFileSync(new URL('./guide.md', import.meta.url), 'utf8').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) =>
    String(values[name]),
  )
}

export const callsOf = (contract: OpenApi): readonly Call[] =>
  Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

/** Omits calls for our support team. */
export function docsContract(contract: OpenApi, signIn: SignIn): object {
  const server = contract.servers[0]?.url ?? ''
  const paths: Record<string, Record<string, object>> = {}
  for (const call of callsOf(contract)) {
    if (call.operation['x-who'] === 'super') continue
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operationOf(call, server) }
  }
  const description = `${contract.info.description}\n\n${guideOf(server, signIn)}`
  const tags = groups.map(([name, about]) => ({ name, description: about }))
  return { ...contract, info: { ...contract.info, description }, tags, paths }
}

function operationOf(call: Call, server: string): object {
  const { operation, path } = call
  // The guide explains refusals once for all calls.
  const { default: _, ...responses } = operation.responses
  const byKey = operation['x-api-key']
    ? 'Available to API keys.'
    : 'Not available to API keys. Requires a signed-in user.'
  return {
    ...operation,
    summary: titleOf(operation),
    description: [operation.summary, operation.description, ...(operation.security.length > 0 ? [byKey] : [])].join(
      '\n\n',
    ),
    responses,
    tags: [groups.find(([, , paths]) => paths.test(path))?.[0]],
    ...(hasExample(call)
      ? {
          'x-codeSamples': [
            { lang: 'Shell', label: 'curl', source: curlOf(call, server) },
            { lang: 'TypeScript', source: typescriptOf(call, server) },
          ],
        }
      : {}),
  }
}
