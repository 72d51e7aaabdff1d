/**
 * Keys with which an organization's programs call the API: as Bearer token, at the level write, in the organization and
 * its chapters. A key is found by its digest and kept sealed for the administrators who look at it again.
 */
import type { Room } from '../../../platform/services/room.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import type { KeyReader } from './read-keys.ts'

export { maskedKey } from './key-text.ts'
export { callsPerKey, createKeyReader, type KeyReader } from './read-keys.ts'

export const apiKeysRoom = ({ keys }: { readonly keys: KeyReader }): Room => ({ routes: apiKeyRoutes(keys) })
