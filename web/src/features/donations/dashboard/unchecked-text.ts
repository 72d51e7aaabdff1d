import { organizations } from '@twofold/contract'
import { uncheckedReason } from '../../../shared/current-organization.tsx'

type SetupState = Pick<organizations.Organization, 'complete' | 'parent_complete' | 'rule_deactivated' | 'cancelled_at'>

export function describeUnchecked(organization: SetupState): string {
  const closed = organizations.isClosed(organization) && uncheckedReason(organization)
  if (closed) return closed
  return organization.complete || organization.parent_complete
    ? 'We’re checking these gifts for matches now.'
    : 'We’ll check these gifts for matches once you finish setup.'
}
