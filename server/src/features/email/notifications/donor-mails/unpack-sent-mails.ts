import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { z } from 'zod'
import { acrossOrganizations, type Db } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/services/platform.ts'
import type { SentBody } from './sent-body.ts'
import { lockPackedMails, replacePackedMail } from './unpack-sent-mails.queries.ts'

/** Deflated bytes with a dictionary (until November 2026) become text. Delete this when no database is older. */
const dictionary = readFileSync(new URL('./unpack-sent-mails.dictionary', import.meta.url))
const dictionaryFlag = 0x20 // FDICT, RFC 1950
const maxBytes = 4 * 1024 * 1024
const batchSize = 200

const jsonBody = z.object({ from: z.string(), replyTo: z.string(), html: z.string(), text: z.string() })

export async function unpackSentMails({ database }: Pick<Platform, 'database'>): Promise<void> {
  while ((await acrossOrganizations(database, unpackBatch)) === batchSize);
}

async function unpackBatch(db: Db): Promise<number> {
  const packedMails = await lockPackedMails(db, batchSize)
  for (const mail of packedMails) await replacePackedMail(db, mail, await unpack(mail.body))
  return packedMails.length
}

export async function unpack(body: Buffer): Promise<SentBody> {
  const unpacked = await promisify(inflate)(body, { maxOutputLength: maxBytes, dictionary })
  const stored = unpacked.toString('utf8')
  if (((body[1] ?? 0) & dictionaryFlag) === 0) return jsonBody.parse(JSON.parse(stored))
  const [from = '', replyTo = '', text = '', ...html] = stored.split('\0')
  return { from, replyTo, text, html: html.join('\0') }
}
