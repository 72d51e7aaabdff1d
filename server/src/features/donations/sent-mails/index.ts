/** What donors were mailed, shown as it was to those who may see their gifts. It is kept by the queue that sends it. */
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
