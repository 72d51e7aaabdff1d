import { organizations } from '@twofold/contract'
import { uncheckedReason } from '../../../shared/current-organization.tsx'

type Asked = Pick<organizations.Organization, 'complete' | 'parent_complete' | 'rule_deactivated' | 'cancelled_at'>

/** Explains why gifts are unchecked and when they will be checked. */
export function uncheckedWords(organization: Asked): string {
  const closed = organizations.isClosed(organization) && uncheckedReason(organization)
  if (closed) return closed
  const then = 'How much could be matched, and where each match stands, is shown here from then on.'
  return organization.complete || organization.parent_complete
    ? `Being checked for matches now. ${then}`
    : `Not checked for matches yet: that happens once setup is finished. ${then}`
}
