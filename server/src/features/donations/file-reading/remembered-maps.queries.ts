import { createHash } from 'node:crypto'
import { type ColumnMap, imports } from '@twofold/contract'
import { z } from 'zod'
import type { Db, Tenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

const fingerprintOf = (headers: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(headers.toSorted())).digest('hex')

const rememberedMap = z.object({
  map: z.record(z.string(), z.string()),
  answers: imports.questionAnswers,
  at: z.date(),
})
export type RememberedMap = z.infer<typeof rememberedMap>

/** Answers that are valid for one file only. */
const askedEachTime: ReadonlySet<string> = new Set(['probably_same', 'refund_of', 'dates_without_year'])

export const rememberable = (answers: imports.QuestionAnswers): imports.QuestionAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([id]) => !askedEachTime.has(id)))

export async function findRememberedMap(
  db: Db,
  { organizationId }: Tenant,
  headers: readonly string[],
): Promise<RememberedMap | null> {
  return sql(rememberedMap)`
    SELECT map, answers, at FROM import_maps
    WHERE organization_id = ${organizationId} AND fingerprint = ${fingerprintOf(headers)}`.first(db)
}

export async function rememberMap(
  db: Db,
  { organizationId }: Tenant,
  {
    headers,
    map,
    answers,
    userId,
    now,
  }: {
    headers: readonly string[]
    map: ColumnMap
    answers: imports.QuestionAnswers
    userId: number
    now: Date
  },
): Promise<void> {
  await sql`
    INSERT INTO import_maps (organization_id, fingerprint, map, answers, user_id, at)
    VALUES (${organizationId}, ${fingerprintOf(headers)}, ${JSON.stringify(map)}::jsonb,
      ${JSON.stringify(answers)}::jsonb, ${userId}, ${now})
    ON CONFLICT (organization_id, fingerprint) DO UPDATE
    SET map = excluded.map, answers = excluded.answers, user_id = excluded.user_id, at = excluded.at`.execute(db)
}
