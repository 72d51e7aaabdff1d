import { z } from 'zod'
import { requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { inOrganization, organizationPath, wireId } from '../shared/wire.ts'
import { apiKey } from './api-key.ts'

export const messages = {
  created: 'New API key created successfully',
  updated: 'API key updated successfully',
  deleted: 'Organization updated successfully!',
  fetchFailed: 'Failed to fetch API keys',
  createFailed: 'Failed to create new API key',
  updateFailed: 'Failed to update API key',
  nameRequired: 'Give the key a name.',
  tooMany: 'You can have up to 20 API keys. Delete one you no longer use.',
} as const

export const newKeyName = 'New API Key'
export const maxApiKeys = 20

export * from './api-key.ts'

const keyPath = organizationPath.extend({ keyId: wireId })
const keyList = z.object({ api_keys: z.array(apiKey) })
const created = keyList.extend({ api_key: apiKey.describe('the new key, unmasked') })

export const listApiKeys = route('GET', '/api/organization/{id}/partial/api_keys', {
  name: 'listApiKeys',
  summary: 'List API keys of an organization',
  access: 'admin',
  ...inOrganization,
  response: keyList,
})

export const createApiKey = route('POST', '/api/organization/{id}/api-key', {
  name: 'createApiKey',
  summary: 'Create an API key',
  access: 'admin',
  ...inOrganization,
  body: z.object({ name: z.string().trim().max(100).optional() }),
  response: created,
})

export const createApiKeyByGet = route('GET', '/api/organization/{id}/api-key', {
  name: 'createApiKeyByGet',
  summary: 'Create an API key with GET, for older clients',
  changes: true,
  access: 'admin',
  ...inOrganization,
  response: created,
})

export const renameApiKey = route('PUT', '/api/organization/{id}/api-key/{keyId}', {
  name: 'renameApiKey',
  summary: 'Rename an API key',
  access: 'admin',
  scope: 'organization',
  params: keyPath,
  body: z.object({ name: requiredText(messages.nameRequired).max(100) }),
  response: keyList,
})

export const revealApiKey = route('POST', '/api/organization/{id}/api-key/{keyId}/reveal', {
  name: 'revealApiKey',
  summary: 'Reveal the complete API key; recorded in the audit log',
  access: 'admin',
  scope: 'organization',
  params: keyPath,
  body: z.object({ for: z.enum(['reading', 'copying']).default('reading') }),
  response: z.object({ key: z.string() }),
})

export const deleteApiKey = route('DELETE', '/api/organization/{id}/api-key/{keyId}', {
  name: 'deleteApiKey',
  summary: 'Delete an API key; takes effect within one second',
  access: 'admin',
  scope: 'organization',
  params: keyPath,
  response: keyList,
})
