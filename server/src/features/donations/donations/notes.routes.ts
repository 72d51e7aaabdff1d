import { matchNotes } from '@twofold/contract'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { findDonation } from './get-donation.ts'
import { insertNote, lockNote, markNoteRemoved } from './notes.queries.ts'

export const noteRoutes: readonly ServedRoute[] = [
  serve(matchNotes.addNote, async (call) => {
    const { platform, tenant, params, body, caller } = call
    const about = { organizationId: tenant.organizationId, donationId: params.id }
    await inTenant(platform.database, tenant, async (db) => {
      const note = { userId: caller.user.id, text: body.text, at: platform.clock() }
      if ((await insertNote(db, about, note)) === null) throw notFound()
      await writeAudit(db, call, {
        organizationId: about.organizationId,
        action: 'noted',
        subject: 'match',
        subjectId: params.id,
        after: { note: body.text },
      })
    })
    return answer(call)
  }),

  serve(matchNotes.removeNote, async (call) => {
    const { platform, tenant, params, caller, level } = call
    const about = { organizationId: tenant.organizationId, donationId: params.id }
    await inTenant(platform.database, tenant, async (db) => {
      const note = await lockNote(db, about, params.noteId)
      if (!note) throw notFound()
      if (note.user_id !== caller.user.id && level === 'write') {
        throw new Refusal('conflict', matchNotes.noteMessages.notYours)
      }
      await markNoteRemoved(db, about, params.noteId, platform.clock())
      await writeAudit(db, call, {
        organizationId: about.organizationId,
        action: 'removed a note of',
        subject: 'match',
        subjectId: params.id,
        before: { note: note.text },
      })
    })
    return answer(call)
  }),
]

type About = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly params: { readonly id: number }
}

async function answer({ platform, tenant, params }: About) {
  const donation = await findDonation(platform, tenant, params.id)
  if (!donation) throw notFound()
  return { donation }
}
