import { type Feature, toOwner } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { findOrganizationOfMail } from './sent-mails.queries.ts'
import { sentMailRoutes } from './sent-mails.routes.ts'

export const sentMailsFeature = ({
  platform,
  authenticators,
}: {
  readonly platform: Platform
  readonly authenticators: Authenticators
}): Feature => ({
  routes: sentMailRoutes(authenticators),
  owners: {
    notification: async ([id]) =>
      id === undefined ? null : toOwner(await findOrganizationOfMail(platform.database, id)),
  },
})
