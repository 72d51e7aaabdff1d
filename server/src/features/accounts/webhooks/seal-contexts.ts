import type { SealContext } from '../../../platform/security/secrets.ts'

export const tokenSealContext = (organizationId: number): SealContext => ({ organizationId, column: 'webhooks.token' })
/** The previous secret is the same text in another column. */
export const secretSealContext = (organizationId: number): SealContext => ({
  organizationId,
  column: 'webhooks.secret',
})
