import { z } from 'zod'
import { organizationPath } from '../shared/organization-path.ts'
import { requiredText } from '../shared/required-text.ts'
import { route } from '../shared/route.ts'
import { wireId } from '../shared/wire.ts'
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

export const listApiKeys = route({
  name: 'listApiKeys',
  method: 'GET',
  path: '/api/organization/{id}/partial/api_keys',
  summary: 'List API keys of an organization',
  access: 'admin',
  scope: 'organization',
  params: organizationPath,
  response: keyList,
})

export const createApiKey = route({
  name: 'createApiKey',
  method: 'POST',
  path: '/api/organization/{id}/api-key',
  summary: 'Create an API key',
  access: 'admin',
  scope: 'organization',
  params: organizationPath,
  body: z.object({ name: z.string().trim().max(100).optional() }),
  response: created,
})

export const createApiKeyByGet = route({
  name: 'createApiKeyByGet',
  method: 'GET',
  path: '/api/organization/{id}/api-key',
  summary: 'Create an API key with GET, for older clients',
  changes: true,
  access: 'admin',
  scope: 'organization',
  params: organizationPath,
  response: created,
})

export const renameApiKey = route({
  name: 'renameApiKey',
  method: 'PUT',
  path: '/api/organization/{id}/api-key/{keyId}',
  summary: 'Rename an API key',
  access: 'admin',
  scope: 'organization',
  params: keyPath,
  body: z.object({ name: requiredText(messages.nameRequired).max(100) }),
  response: keyList,
})

export const revealApiKey = route({
  name: 'revealApiKey',
  method: 'POST',
  path: '/api/organization/{id}/api-key/{keyId}/reveal',
  summary: 'Reveal the complete API key; recorded in the audit log',
  access: 'admin',
  scope: 'organization',
  params: keyPath,
  body: z.object({ for: z.enum(['reading', 'copying']).default('reading') }),
  response: z.object({ key: z.string() }),
})

export const deleteApiKey = route({
  name: 'deleteApiKey',
  method: 'DELETE',
  path: '/api/organization/{id}/api-key/{keyId}',
  summary: 'Delete an API key; takes effect within one second',
  access: 'admin',
  scope: 'organization',
  params: keyPath,
  response: keyList,
})
