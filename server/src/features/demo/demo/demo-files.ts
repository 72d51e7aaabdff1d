import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import { digestOf } from '../../../platform/security/secrets.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { insertDocument, logoName, updateLogo, validateDocument, validateLogo } from '../../forms/documents/index.ts'
import { insertRow } from './demo.queries.ts'
import type { DemoOrganizations } from './demo-organizations.ts'
import demoFiles from './files.json' with { type: 'json' }

/** No text, so it needs no fonts. */
const logo = readFileSync(new URL('./logo.svg', import.meta.url))

const kinds = z.enum(['document', 'w9', 'irs'])

type Page = { readonly title: string; readonly lines: readonly string[] }

export async function addDemoFiles(
  db: Db,
  platform: Platform,
  { riverbend, adminId }: DemoOrganizations,
): Promise<void> {
  const { default: sharp } = await import('sharp')
  const picture = await validateLogo(await sharp(logo).png().toBuffer())
  await updateLogo(db, riverbend, logoName(await platform.files.keep(picture.bytes), picture))
  for (const { kind, name, file, daysAgo, page } of demoFiles) {
    const now = new Date(platform.clock().getTime() - daysAgo * 86_400_000)
    const { bytes, mediaType } = await validateDocument(await drawPage(page, now), kind !== 'document')
    const file_key = await platform.files.keep(bytes)
    const row = {
      kind: kinds.parse(kind),
      name,
      file_name: file,
      file_key,
      media_type: mediaType,
      bytes: bytes.length,
      sha256: digestOf(bytes),
    }
    await insertDocument(db, riverbend, { ...row, userId: adminId, now })
  }
  for (const email of ['admin@riverbend.example', 'matching@riverbend.example']) {
    const created_at = platform.clock()
    await insertRow(db, 'notifees', { organization_id: riverbend, email, email_key: email, created_at })
  }
}

async function drawPage({ title, lines }: Page, at: Date): Promise<Buffer> {
  const { document, bytes } = await startDemoPdf(title, at)
  document.fontSize(20).text(title).moveDown()
  document.fontSize(12)
  for (const line of lines) document.text(line).moveDown(0.5)
  document.end()
  return bytes
}

export async function startDemoPdf(title: string, at: Date) {
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({ size: 'LETTER', margin: 72, info: { Title: title, CreationDate: at } })
  return { document, bytes: buffer(document) }
}
