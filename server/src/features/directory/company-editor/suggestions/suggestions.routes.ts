import { suggestions } from '@twofold/contract'
import { acrossOrganizations, type Db, inTenant, readOnly } from '../../../../platform/database/database.ts'
import { type Call, type ServedRoute, serve } from '../../../../platform/http/serve.ts'
import { dayOf } from '../../../../platform/runtime/clock.ts'
import { notFound, orNotFound, Refusal } from '../../../../platform/runtime/errors.ts'
import { type AuditContext, writeAudit } from '../../../core/audit/index.ts'
import { findCompanyFacts } from '../../../core/companies/index.ts'
import { insertSystemEmail } from '../../../email/system-emails/index.ts'
import { presentReviewed, presentSuggestion } from './present-suggestion.ts'
import { recordSuggestion } from './record-suggestion.ts'
import {
  countSuggestions,
  findSuggester,
  findSuggestion,
  listDecidedSuggestions,
  listSuggestionsOfOrganization,
  listWaitingSuggestions,
  recordDecision,
  type SuggestionRow,
} from './suggestions.queries.ts'

const { suggestionMessages, suggestionSubjects, suggestionsPageSize } = suggestions
const countedAtMost = 2_000 * suggestionsPageSize

export const suggestionRoutes: ServedRoute[] = [
  serve(suggestions.listOwnSuggestions, ({ platform, tenant, params }) =>
    inTenant(readOnly(platform.database), tenant, (db) => ownSuggestions(db, tenant.organizationId, params.companyId)),
  ),

  serve(suggestions.suggestCorrection, (call) =>
    inTenant(call.platform.database, call.tenant, async (db) => {
      const { platform, tenant, params, body, caller } = call
      const { organizationId } = tenant
      const facts = orNotFound(await findCompanyFacts(db, params.companyId, dayOf(platform.clock())))
      const from = {
        organizationId,
        companyId: facts.id,
        company: facts.name,
        userId: caller.user.id,
        donationId: null,
      }
      await recordSuggestion(db, call, { ...body, ...from, now: platform.clock() })
      return ownSuggestions(db, organizationId, params.companyId)
    }),
  ),

  serve(suggestions.listSuggestions, ({ platform, query }) =>
    acrossOrganizations(readOnly(platform.database), async (db) => {
      const place = { limit: suggestionsPageSize, offset: (query.page - 1) * suggestionsPageSize }
      return {
        suggestions: await presentReviewed(db, await listWaitingSuggestions(db, place), platform.clock()),
        total: await countSuggestions(db, countedAtMost),
        recent: await presentReviewed(db, await listDecidedSuggestions(db), platform.clock()),
      }
    }),
  ),

  serve(suggestions.acceptSuggestion, (call) => decideSuggestion(call, 'accepted')),
  serve(suggestions.declineSuggestion, (call) => decideSuggestion(call, 'declined')),
]

const ownSuggestions = async (db: Db, organizationId: number, companyId: number) => ({
  suggestions: (await listSuggestionsOfOrganization(db, organizationId, companyId)).map(presentSuggestion),
})

async function getSuggestion(db: Db, id: number): Promise<SuggestionRow> {
  return orNotFound(await findSuggestion(db, id))
}

type Deciding = Call<typeof suggestions.acceptSuggestion> | Call<typeof suggestions.declineSuggestion>

/** The accepted correction was made before in the directory's editor. */
const decideSuggestion = (call: Deciding, action: Answer['action']) =>
  acrossOrganizations(call.platform.database, async (db) => {
    const { platform, caller, params, body } = call
    const { reason } = body
    const row = await getSuggestion(db, params.suggestionId)
    const accepted = action === 'accepted'
    const now = platform.clock()
    const [seen] = await presentReviewed(db, [row], now)
    const asItStands = 'as_it_stands' in body && body.as_it_stands
    if (accepted && seen?.state === 'waiting' && !seen.is_corrected && !asItStands) {
      throw new Refusal('conflict', suggestionMessages.notCorrected)
    }
    if (!(await recordDecision(db, { id: row.id, accepted, reason, by: caller.user.id, now }))) {
      throw new Refusal('conflict', suggestionMessages.decided)
    }
    await answerSuggestion(db, call, row, { action, reason, now })
    const [suggestion] = await presentReviewed(db, [await getSuggestion(db, row.id)], now)
    if (!suggestion) throw notFound()
    return { suggestion }
  })

type Answer = { readonly action: 'accepted' | 'declined'; readonly reason: string; readonly now: Date }

async function answerSuggestion(db: Db, auditor: AuditContext, row: SuggestionRow, { action, reason, now }: Answer) {
  await writeAudit(db, auditor, {
    organizationId: row.organization_id,
    action,
    subject: 'suggestion',
    subjectId: row.id,
    after: { name: row.company, about: suggestionSubjects[row.about], value: row.value, reason },
  })
  const suggester = await findSuggester(db, row.id)
  if (!suggester) return
  await insertSystemEmail(db, {
    kind: 'suggestion-answered',
    recipient: suggester.email,
    parameters: { suggestionId: row.id },
    now,
  })
}
