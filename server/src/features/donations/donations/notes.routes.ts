import { matchNotes } from '@twofold/contract'
import { inTenant, type Tenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound, orNotFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { findDonation } from './get-donation.ts'
import { insertNote, lockNote, markNoteRemoved } from './notes.queries.ts'

export const noteRoutes: readonly ServedRoute[] = [
  serve(matchNotes.addNote, async (call) => {
    const { platform, tenant, params, body, caller } = call
    const noted = { organizationId: tenant.organizationId, donationId: params.id }
    await inTenant(platform.database, tenant, async (db) => {
      const note = { userId: caller.user.id, text: body.text, at: platform.clock() }
      if ((await insertNote(db, noted, note)) === null) throw notFound()
      await writeAudit(db, call, {
        organizationId: noted.organizationId,
        action: 'noted',
        subject: 'match',
        subjectId: params.id,
        after: { note: body.text },
      })
    })
    return loadDonation(call)
  }),

  serve(matchNotes.removeNote, async (call) => {
    const { platform, tenant, params, caller, level } = call
    const noted = { organizationId: tenant.organizationId, donationId: params.id }
    await inTenant(platform.database, tenant, async (db) => {
      const note = orNotFound(await lockNote(db, noted, params.noteId))
      if (note.user_id !== caller.user.id && level === 'write') {
        throw new Refusal('conflict', matchNotes.noteMessages.notYours)
      }
      await markNoteRemoved(db, noted, params.noteId, platform.clock())
      await writeAudit(db, call, {
        organizationId: noted.organizationId,
        action: 'removed a note of',
        subject: 'match',
        subjectId: params.id,
        before: { note: note.text },
      })
    })
    return loadDonation(call)
  }),
]

type NoteCall = {
  readonly platform: Platform
  readonly tenant: Tenant
  readonly params: { readonly id: number }
}

async function loadDonation({ platform, tenant, params }: NoteCall) {
  const donation = orNotFound(await findDonation(platform, tenant, params.id))
  return { donation }
}
