/** Shows donor emails as sent to users who can see the gifts. The mail queue stores them. */
import type { Platform } from '../../../platform/services/platform.ts'
import { ownerBy, type Room } from '../../../platform/services/room.ts'
import type { Doors } from '../../accounts/auth/index.ts'
import { findOrganizationOfMail } from './sent-mails.queries.ts'
import { sentMailRoutes } from './sent-mails.routes.ts'

export const sentMailsRoom = ({ platform, doors }: { readonly platform: Platform; readonly doors: Doors }): Room => ({
  routes: sentMailRoutes(doors),
  owners: {
    notification: async ([id]) =>
      id === undefined ? null : ownerBy(await findOrganizationOfMail(platform.database, id)),
  },
})
