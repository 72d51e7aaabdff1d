import { chapters } from '@twofold/contract'
import { acrossOrganizations, inTenant, readOnly } from '../../../platform/database/database.ts'
import { type Call, type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { Refusal } from '../../../platform/runtime/errors.ts'
import { inviteMember, limitInvitations } from '../../accounts/members/index.ts'
import { writeAudit } from '../../core/audit/index.ts'
import { type AccessReader, hasChapterNamed } from '../../core/organizations/index.ts'
import { insertChapter, listChaptersOf, lockParent, maxChapters } from './chapters.queries.ts'

const messages = chapters.chapterMessages

export function chapterRoutes(access: AccessReader): ServedRoute[] {
  return [
    serve(chapters.listChapters, async ({ platform, tenant }) => ({
      chapters: await inTenant(readOnly(platform.database), tenant, (db) => listChaptersOf(db, tenant.organizationId)),
    })),

    serve(chapters.createChapter, async (call) => {
      const { id, all } = await create(call)
      access.forget()
      const chapter = all.find((candidate) => candidate.id === id)
      if (!chapter) throw new Error('the chapter was created but does not exist')
      return { chapters: all, chapter }
    }),
  ]
}

/** Crosses organizations, because the new chapter is not yet in the caller's verified family. */
async function create(call: Call<typeof chapters.createChapter>) {
  const { platform, tenant, body, caller } = call
  const parentId = tenant.organizationId
  const now = platform.clock()
  if (body.email) await limitInvitations(platform, tenant, body.email)
  return acrossOrganizations(platform.database, async (db) => {
    const parent = await lockParent(db, parentId)
    if (parent.isChapter) throw new Refusal('conflict', messages.notOfChapters)
    if (parent.chapters >= maxChapters) throw new Refusal('conflict', messages.tooMany)
    if (await hasChapterNamed(db, parentId, { name: body.name, exceptId: null })) {
      throw new Refusal('conflict', messages.nameTaken, { fields: { name: messages.nameTaken } })
    }
    const slug = body.name.toLowerCase().replaceAll(/\s+/g, '-')
    const id = await insertChapter(db, { ...body, parentId, slug, creatorId: caller.user.id, now })
    await writeAudit(db, call, {
      organizationId: parentId,
      action: 'created',
      subject: 'chapter',
      subjectId: id,
      after: { name: body.name },
    })
    await writeAudit(db, call, {
      organizationId: id,
      action: 'created',
      subject: 'organization',
      subjectId: id,
      after: { name: body.name, parent: parent.name },
    })
    if (body.email) {
      await inviteMember(db, call, {
        organization: { id, name: body.name },
        email: body.email,
        name: body.contact_name,
        level: 'admin',
      })
    }
    return { id, all: await listChaptersOf(db, parentId) }
  })
}
