import { suggestions } from '@twofold/contract'
import type { Db } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/errors.ts'
import { type Auditor, writeAudit } from '../../audit/index.ts'
import { lockOrganization } from '../../organizations/index.ts'
import { countOwnWaiting, insertSuggestion, type Suggested } from './suggestions.queries.ts'

const { suggestionMessages, suggestionSubjects, waitingAtMost } = suggestions

/**
 * Keeps what somebody suggests, with its line of the trail. The very same once more is no second one.
 * @throws Refusal conflict where too many wait
 */
export async function recordSuggestion(
  db: Db,
  auditor: Auditor,
  { company, ...given }: Suggested & { readonly company: string },
): Promise<void> {
  await lockOrganization(db, given.organizationId)
  const waiting = await countOwnWaiting(db, given)
  const most = given.donationId === null ? waitingAtMost.staff : waitingAtMost.gift
  if (waiting.own >= most || waiting.all >= waitingAtMost.organization) {
    throw new Refusal('conflict', suggestionMessages.tooMany)
  }
  const id = await insertSuggestion(db, given)
  if (id === null) return
  await writeAudit(db, auditor, {
    organizationId: given.organizationId,
    action: 'made',
    subject: 'suggestion',
    subjectId: id,
    after: { name: company, about: suggestionSubjects[given.about], value: given.value, source: given.source_url },
  })
}
