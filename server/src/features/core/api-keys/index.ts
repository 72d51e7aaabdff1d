/** Keys are found by digest and stored encrypted, so that administrators can reveal them again. */
import type { Feature } from '../../../platform/services/feature.ts'
import { apiKeyRoutes } from './api-keys.routes.ts'
import type { KeyReader } from './read-keys.ts'

export { callsPerKey, createKeyReader, type KeyReader } from './read-keys.ts'

export const apiKeysFeature = ({ keys }: { readonly keys: KeyReader }): Feature => ({ routes: apiKeyRoutes(keys) })
