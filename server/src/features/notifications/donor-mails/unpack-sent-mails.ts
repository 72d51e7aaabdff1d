import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { z } from 'zod'
import { acrossOrganizations, type Db } from '../../../platform/database/database.ts'
import { bytes, sql } from '../../../platform/database/sql.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SentBody } from './sent-body.ts'

/**
 * Until November 2026 sent emails were stored as deflated bytes, with a dictionary. This step rewrites them as text, which PostgreSQL
 * compresses. It can be deleted when no database is older.
 */
const dictionary = readFileSync(new URL('./unpack-sent-mails.dictionary', import.meta.url))
const dictionaryFlag = 0x20 // FDICT, RFC 1950
const bytesAtMost = 4 * 1024 * 1024
const atOnce = 200

const jsonBody = z.object({ from: z.string(), replyTo: z.string(), html: z.string(), text: z.string() })
const packedRow = z.object({ organization_id: z.int(), notification_id: z.int(), body: bytes })

export async function unpackSentMails({ database }: Pick<Platform, 'database'>): Promise<void> {
  while ((await acrossOrganizations(database, unpackSome)) === atOnce);
}

async function unpackSome(db: Db): Promise<number> {
  const { rows } = await sql(packedRow)`
    SELECT organization_id, notification_id, body FROM sent_mails WHERE body IS NOT NULL
    LIMIT ${atOnce} FOR UPDATE SKIP LOCKED`.execute(db)
  for (const { organization_id, notification_id, body } of rows) {
    const { from, replyTo, html, text } = await unpack(body)
    await sql`
      UPDATE sent_mails SET body = NULL, sender = ${from}, reply_to = ${replyTo}, html = ${html}, text = ${text}
      WHERE organization_id = ${organization_id} AND notification_id = ${notification_id}`.execute(db)
  }
  return rows.length
}

export async function unpack(body: Buffer): Promise<SentBody> {
  const unpacked = await promisify(inflate)(body, { maxOutputLength: bytesAtMost, dictionary })
  const stored = unpacked.toString('utf8')
  if (((body[1] ?? 0) & dictionaryFlag) === 0) return jsonBody.parse(JSON.parse(stored))
  const [from = '', replyTo = '', text = '', ...html] = stored.split('\0')
  return { from, replyTo, text, html: html.join('\0') }
}
