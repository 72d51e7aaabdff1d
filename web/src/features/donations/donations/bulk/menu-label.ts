import type { bulkChanges } from '@twofold/contract'
import { actions } from '@twofold/matching'

/** The specification's label “& Re-Email” continues the Save button of a match. */
export const menuLabel = (action: bulkChanges.BulkAction): string =>
  action === 'evaluate' ? 'Recheck & Re-Email' : (actions[action].button ?? '')
