import { chapters } from '@twofold/contract'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { idRow, sql } from '../../../platform/database/sql.ts'
import { erasesAt } from '../../core/organizations/index.ts'

export const maxChapters = 400

const chapterRow = chapters.chapter
  .omit({ created_at: true, erases_at: true })
  .extend({ created_at: z.date(), erases_at: z.date().nullable() })

export async function listChaptersOf(db: Db, parentId: number): Promise<chapters.Chapter[]> {
  const rows = await sql(chapterRow)`
    SELECT o.id, o.name, o.ein, o.city, o.state, o.complete, o.is_premium, o.created_at,
      o.rule_deactivated OR o.cancelled_at IS NOT NULL AS closed, ${erasesAt} AS erases_at,
      (SELECT count(*) FROM members m WHERE m.organization_id = o.id) AS users
    FROM organizations o WHERE o.parent_id = ${parentId} ORDER BY lower(o.name), o.id LIMIT ${maxChapters}`.rows(db)
  return rows.map((row) => ({
    ...row,
    created_at: row.created_at.toISOString(),
    erases_at: row.erases_at?.toISOString() ?? null,
  }))
}

const parentRow = z.object({ name: z.string(), isChapter: z.boolean(), chapters: z.int() })

/** Prevents two chapters with the same name. Counts in a second statement, which sees what the lock waited for. */
export async function lockParent(db: Db, id: number): Promise<{ name: string; isChapter: boolean; chapters: number }> {
  await sql`SELECT FROM organizations WHERE id = ${id} FOR UPDATE`.execute(db)
  const row = await sql(parentRow)`
    SELECT name, parent_id IS NOT NULL AS "isChapter",
      (SELECT count(*) FROM organizations c WHERE c.parent_id = o.id) AS chapters
    FROM organizations o WHERE id = ${id}`.first(db)
  if (!row) throw new Error(`organization ${id} no longer exists`)
  return row
}

type NewChapter = chapters.NewChapter & {
  readonly parentId: number
  readonly slug: string
  readonly creatorId: number
  readonly now: Date
}

/** Missing fields come from the parent, so that the chapter can start immediately. */
export async function insertChapter(db: Db, chapter: NewChapter): Promise<number> {
  const rows = await sql(idRow)`
    INSERT INTO organizations (name, slug, type, parent_id, is_premium, ein, city, state, contact_name, contact_email,
      url, donate_url, phone, mission, street, street2, zip, country, category_ids, time_zone, currency, email_who,
      email_min_cents, email_limit, thank_donors, complete, onboarded, creator_id, created_at)
    SELECT ${chapter.name}, ${chapter.slug}, 'chapter', p.id, 'parent', coalesce(nullif(${chapter.ein}, ''), p.ein),
      coalesce(nullif(${chapter.city}, ''), p.city), coalesce(nullif(${chapter.state}, ''), p.state),
      coalesce(nullif(${chapter.contact_name}, ''), p.contact_name), coalesce(nullif(${chapter.email}, ''), p.contact_email),
      p.url, p.donate_url, p.phone, p.mission, CASE WHEN ${chapter.city} = '' THEN p.street ELSE '' END,
      CASE WHEN ${chapter.city} = '' THEN p.street2 ELSE '' END, CASE WHEN ${chapter.city} = '' THEN p.zip ELSE '' END,
      p.country, p.category_ids, p.time_zone, p.currency, p.email_who, p.email_min_cents, p.email_limit, p.thank_donors, p.complete,
      CASE WHEN p.complete THEN ${chapter.now}::timestamptz END, ${chapter.creatorId}, ${chapter.now}
    FROM organizations p WHERE p.id = ${chapter.parentId} RETURNING id`.rows(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('PostgreSQL returned no row')
  return id
}
