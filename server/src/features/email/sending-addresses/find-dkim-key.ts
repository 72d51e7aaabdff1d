import type { Db } from '../../../platform/database/database.ts'
import { domainOf } from '../../../platform/mail/address-text.ts'
import type { DkimKey } from '../../../platform/mail/transport.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { findSealedKey } from './sending-addresses.queries.ts'

export const sealContextOf = (organizationId: number) => ({
  organizationId,
  column: 'sending_addresses.private_key',
})

export async function findDkimKey(
  db: Db,
  { secrets }: Pick<Platform, 'secrets'>,
  { organizationId, address }: { readonly organizationId: number; readonly address: string },
): Promise<DkimKey | null> {
  const key = await findSealedKey(db, organizationId, address)
  return (
    key && {
      domain: domainOf(address),
      selector: key.selector,
      privateKey: secrets.open(key.sealed, sealContextOf(organizationId)),
    }
  )
}
