import type { SealedPlace } from '../../../platform/security/secrets.ts'

export const tokenPlace = (organizationId: number): SealedPlace => ({ organizationId, column: 'webhooks.token' })
/** The previous secret is the same text in another column. */
export const secretPlace = (organizationId: number): SealedPlace => ({ organizationId, column: 'webhooks.secret' })
