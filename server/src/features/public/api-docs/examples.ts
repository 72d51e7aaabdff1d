import { inspect } from 'node:util'
import type { Operation } from '@twofold/contract'

/** The examples run as printed once the guide's variables are set. */

/** API keys cannot make these calls. */
const uncallableByKey = new Set(
  `
  addNotifee askToJoin changeMailSchedule checkSendingAddress chooseSendingAddress common createApiKey
  createApiKeyByGet createChapter createWebhook deleteApiKey deleteWebhook findPublicOrganizations
  getContactDetails getDocumentTicket getEmployerPolicy getMailSchedule inviteAgain listApiKeys listAudit
  listChapterRequests listCompanies listDeliveries listMembers listVerifications removeNotifee removePermission
  removeSendingAddress renameApiKey requestMatch resendDelivery resumeMails revealApiKey revealWebhook
  rotateWebhookSecret searchCompanyNames sendTestEvent setPermission setSigner updateUser updateWebhook
  `.split(/\s+/),
)

export const hasExample = ({ operation }: Call): boolean =>
  operation['x-api-key'] || uncallableByKey.has(operation.operationId)

export type Call = { readonly method: string; readonly path: string; readonly operation: Operation }
type Schema = Readonly<Record<string, unknown>>

const asSchema = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {})

/** For names whose schema alone does not determine an accepted value. */
const valuesByName: Readonly<Record<string, unknown>> = {
  email: 'dana@example.org',
  from: '2026-01-01',
  to: '2026-12-31',
  term: 'food',
  text: 'micro',
  name: 'Dana Donor',
  phone: '+1 217 555 0142',
  ein: '12-3456789',
  url: 'hooks.example.org/twofold',
  date: '2026-06-15',
  donated_at: '2026-06-15',
}

/** Where a generated body would be refused. `$ORG` is replaced by the number in that variable. */
const bodies: Readonly<Record<string, unknown>> = {
  previewReport: { columns: { 'donations.id': '', donated_at: '', amount: '' }, ascending: false },
  sumReport: { filters: { date_from: '2026-01-01', date_to: '2026-12-31' }, by: 'company' },
  renameApiKey: { name: 'Website' },
  updateWebhook: { webhook: { url: 'hooks.example.org/twofold', event: 'status' } },
  requestMatch: {
    name: 'Dana Donor',
    email: 'dana@example.org',
    amount: 25,
    date: '2026-06-15',
    employer: 'Microsoft',
  },
  setPermission: { org_id: '$ORG', email: 'dana@example.org', level: 'read', name: 'Dana Donor' },
  removePermission: { org_id: '$ORG', user_id: '$MEMBER' },
  updateUser: { org_id: '$ORG', name: 'Dana Donor' },
  confirmDonations: { donation_ids: ['$DONATION'], status: 'submitted' },
  createCampaign: { name: 'Spring match', startDate: '2026-03-01', endDate: '2026-05-31', matchRatio: '2:1' },
  updateCampaign: { name: 'Spring match', startDate: '2026-03-01', endDate: '2026-06-30', matchRatio: '2:1' },
  saveTemplate: { organization_id: '$ORG', live: false, subject1: 'Thank you, {donor_first_name}' },
  previewTemplate: { status_id: 7, subject1: 'Thank you, {donor_first_name}' },
  createChapter: { name: 'Riverside Chapter' },
  changeOrganization: { custom: { amply: { feature: 'more-filters' } } },
}

/** Smallest value: the required fields, and the first option of a choice. */
export function exampleOf(schema: Schema, name = ''): unknown {
  if ('const' in schema) return schema['const']
  if ('default' in schema) return schema['default']
  const choices = schema['enum'] ?? schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(choices)) {
    return 'enum' in schema
      ? choices[0]
      : exampleOf(asSchema(choices.find((one) => asSchema(one)['type'] !== 'null')), name)
  }
  const type = Array.isArray(schema['type']) ? schema['type'].find((one) => one !== 'null') : schema['type']
  if (type === 'object') {
    const required = Array.isArray(schema['required']) ? schema['required'].map(String) : []
    const properties = asSchema(schema['properties'])
    return Object.fromEntries(required.map((key) => [key, exampleOf(asSchema(properties[key]), key)]))
  }
  if (type === 'array') return Number(schema['minItems'] ?? 0) > 0 ? [exampleOf(asSchema(schema['items']), name)] : []
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema['minimum'] ?? 1))
  if (type === 'boolean') return true
  return valuesByName[name] ?? exampleText(schema)
}

function exampleText(schema: Schema): string {
  const formats: Readonly<Record<string, string>> = {
    email: 'dana@example.org',
    date: '2026-06-15',
    'date-time': '2026-06-15T14:00:00Z',
    uuid: '0b7a2a52-9d55-4c7e-9c1f-2f0a54a1d7c3',
    uri: 'https://example.org',
  }
  const text = formats[String(schema['format'])] ?? 'text'
  return text.padEnd(Number(schema['minLength'] ?? 0), 'x')
}

export const bodyOf = ({ operation }: Call): unknown => {
  const schema = operation.requestBody?.content['application/json']?.schema
  return schema ? (bodies[operation.operationId] ?? exampleOf(schema)) : undefined
}

const variables: Readonly<Record<string, string>> = {
  organization: 'ORG',
  keyId: 'KEY_ID',
  docId: 'DOCUMENT',
  userId: 'MEMBER',
  importId: 'IMPORT',
  campaignId: 'CAMPAIGN',
  statusId: 'TEMPLATE',
  templateId: 'TEMPLATE',
  notifeeId: 'NOTIFEE',
  deliveryId: 'DELIVERY',
  company: 'COMPANY',
}

/** `/api/donation/{id}` uses `DONATION`, `/api/organization/{id}` uses `ORG`. */
function variableOf({ path, operation }: Call, name: string): string {
  if (name !== 'id') return variables[name] ?? name.toUpperCase()
  if (operation.operationId === 'getDonationsCsvTicket') return 'ORG'
  if (operation.operationId === 'getPacketTicket') return 'DONATION'
  const noun = path.slice(0, path.indexOf('{id}')).split('/').filter(Boolean).at(-1) ?? ''
  return variables[noun] ?? noun.replaceAll(/\W/g, '_').toUpperCase()
}

const isText = (call: Call, name: string): boolean =>
  call.operation.parameters.some((one) => one.in === 'path' && one.name === name && one.schema['type'] === 'string')

function addressOf(call: Call, variable: (name: string) => string): string {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    isText(call, name) && variables[name] === undefined
      ? encodeURIComponent(String(valuesByName[name] ?? name))
      : variable(variableOf(call, name)),
  )
  const query = call.operation.parameters
    .filter((one) => one.in === 'query' && one.required && !('default' in one.schema))
    .map((one) => `${encodeURIComponent(one.name)}=${encodeURIComponent(String(exampleOf(one.schema, one.name)))}`)
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

const credentialOf = ({ operation }: Call): 'KEY' | 'TOKEN' | null =>
  operation.security.length === 0 ? null : operation['x-api-key'] ? 'KEY' : 'TOKEN'

const multipart = ({ operation }: Call): boolean => operation.requestBody?.content['multipart/form-data'] !== undefined

const uploads: Readonly<Record<string, { file: string; fields: Readonly<Record<string, string>>; make: string }>> = {
  testImportFile: { file: 'donations', fields: {}, make: 'gifts.csv' },
  uploadImportFile: {
    file: 'donations',
    fields: {
      map: JSON.stringify({
        id: 'transaction_id',
        date: 'donated_at',
        amount: 'amount',
        name: 'donor.name',
        email: 'donor.email',
        employer: 'company.name',
        organization: 'organization_name',
      }),
    },
    make: 'gifts.csv',
  },
  uploadPayoutReport: { file: 'report', fields: {}, make: 'gifts.csv' },
}
/** An organization with chapters names the organization in each row. */
export const donationsCommand = `printf 'id,date,amount,name,email,employer,organization\\n%s,"%s"\\n' \\
  'example-1,2026-06-15,25.00,Dana Donor,dana@example.org,Microsoft' "$ORG_NAME" > gifts.csv`
const uploadOf = ({ operation }: Call) =>
  uploads[operation.operationId] ?? { file: 'file', fields: { name: 'Receipt' }, make: 'receipt.pdf' }

/** Numbers from variables are inserted between the quotes. */
const inShell = (json: string): string => json.replaceAll("'", "'\\''").replaceAll(/"\$([A-Z_]+)"/g, `'"$$$1"'`)

const inTypescript = (body: unknown): string =>
  inspect(body, { depth: 9, breakLength: 90, compact: 3 }).replaceAll(/'\$([A-Z_]+)'/g, 'Number($1)')

export function curlOf(call: Call, server: string): string {
  const parts = [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}"${server}${addressOf(call, (name) => `$${name}`)}"`,
  ]
  const credential = credentialOf(call)
  if (credential) parts.push(`-H "Authorization: Bearer $${credential}"`)
  const body = bodyOf(call)
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json' -d '${inShell(JSON.stringify(body))}'`)
  if (multipart(call)) {
    const { file, fields, make } = uploadOf(call)
    for (const [name, value] of Object.entries(fields)) parts.push(`-F '${name}=${value}'`)
    parts.push(`-F '${file}=@${make}'`)
  }
  return parts.join(' \\\n  ')
}

export function typescriptOf(call: Call, server: string): string {
  const address = addressOf(call, (name) => `\${${name}}`)
  const credential = credentialOf(call)
  const body = bodyOf(call)
  const written = body === undefined ? '' : inTypescript(body)
  const used = [...address.matchAll(/\$\{(\w+)\}/g), ...written.matchAll(/Number\((\w+)\)/g)].map(([, name]) => name)
  const names = [...new Set([...(credential ? [credential] : []), ...used])]
  const lines = names.length > 0 ? [`const { ${names.join(', ')} } = process.env`] : []
  if (multipart(call)) {
    const { file, fields, make } = uploadOf(call)
    lines.unshift("import { openAsBlob } from 'node:fs'")
    lines.push('const form = new FormData()')
    for (const [name, value] of Object.entries(fields)) lines.push(`form.set('${name}', '${value}')`)
    lines.push(`form.set('${file}', await openAsBlob('${make}'), '${make}')`)
  }
  const headers = [
    ...(credential ? [`authorization: \`Bearer \${${credential}}\``] : []),
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ]
  const options = [
    ...(call.method === 'GET' ? [] : [`  method: '${call.method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${written.replaceAll('\n', '\n  ')}),`]),
    ...(multipart(call) ? ['  body: form,'] : []),
  ]
  const given = options.length > 0 ? `, {\n${options.join('\n')}\n}` : ''
  lines.push(`const answer = await fetch(\`${server}${address}\`${given})`)
  lines.push('console.log(answer.status, await answer.text())')
  return lines.join('\n')
}
