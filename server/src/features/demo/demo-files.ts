import { buffer } from 'node:stream/consumers'
import type { Db } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { digestOf } from '../../platform/secrets.ts'
import { fitDocument, fitLogo, insertDocument, logoName, updateLogo } from '../documents/index.ts'
import { insertRow } from './demo.queries.ts'
import type { DemoOrganizations } from './demo-organizations.ts'

/** A bend of the river under a round loaf: drawn, so that no machine's fonts matter. */
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="400" viewBox="0 0 400 200">
  <rect width="400" height="200" rx="24" fill="#fdfaf2"/>
  <path d="M110 112a90 78 0 0 1 180 0Z" fill="#c8862b"/>
  <path d="M160 70l16 30M194 60l16 34M228 66l14 28" stroke="#fdfaf2" stroke-width="9" stroke-linecap="round"/>
  <path d="M60 140c34-28 64-28 94 0s62 28 94 0 62-28 92 0" fill="none" stroke="#1f5f4f" stroke-width="15" stroke-linecap="round"/>
  <path d="M92 170c26-20 50-20 72 0s50 20 74 0 50-20 70 0" fill="none" stroke="#4f9c86" stroke-width="10" stroke-linecap="round"/>
</svg>`

type Page = { readonly title: string; readonly lines: readonly string[] }
type DemoFile = {
  readonly kind: 'document' | 'w9' | 'irs'
  readonly name: string
  readonly file: string
  readonly daysAgo: number
  readonly page: Page
}

const who = ['Riverbend Food Bank', '210 Levee Road, Springfield, IL 62701', 'EIN 37-1550142']

const demoFiles: readonly DemoFile[] = [
  {
    kind: 'w9',
    name: 'W-9',
    file: 'riverbend-w9-2026.pdf',
    daysAgo: 310,
    page: {
      title: 'Request for Taxpayer Identification Number (demo)',
      lines: [...who, 'Exempt organization, section 501(c)(3)', 'Signed: Marisol Vega, Development Director'],
    },
  },
  {
    kind: 'irs',
    name: 'IRS determination letter',
    file: 'riverbend-irs-letter.pdf',
    daysAgo: 700,
    page: {
      title: 'Determination letter (demo)',
      lines: [
        ...who,
        'We have determined that you are exempt from federal income tax under section 501(c)(3).',
        'Gifts to you are tax-deductible for donors. You are a public charity.',
      ],
    },
  },
  {
    kind: 'document',
    name: 'Board list 2026',
    file: 'board-2026.pdf',
    daysAgo: 290,
    page: { title: 'Board of directors 2026', lines: ['Ada Lindqvist, chair', 'Thomas Osei, treasurer', 'June Park'] },
  },
  {
    kind: 'document',
    name: 'Annual report 2025',
    file: 'annual-report-2025.pdf',
    daysAgo: 160,
    page: {
      title: 'A year along the river',
      lines: ['4.1 million meals shared', '1,900 volunteers', 'Matched gifts paid for one meal in nine.'],
    },
  },
]

/** Logo, letters and documents of Riverbend, as its people would have uploaded them. */
export async function addDemoFiles(
  db: Db,
  platform: Platform,
  { riverbend, adminId }: DemoOrganizations,
): Promise<void> {
  const { default: sharp } = await import('sharp')
  const picture = await fitLogo(await sharp(Buffer.from(logo)).png().toBuffer())
  await updateLogo(db, riverbend, logoName(await platform.files.keep(picture.bytes), picture))
  for (const { kind, name, file, daysAgo, page } of demoFiles) {
    const now = new Date(platform.clock().getTime() - daysAgo * 86_400_000)
    const { bytes, mediaType } = await fitDocument(await drawPage(page, now), kind !== 'document')
    const file_key = await platform.files.keep(bytes)
    const row = {
      kind,
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
  const { document, bytes } = await pdfOf(title, at)
  document.fontSize(20).text(title).moveDown()
  document.fontSize(12)
  for (const line of lines) document.text(line).moveDown(0.5)
  document.end()
  return bytes
}

/** A page to draw on; its bytes are there once it is ended. */
export async function pdfOf(title: string, at: Date) {
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({ size: 'LETTER', margin: 72, info: { Title: title, CreationDate: at } })
  return { document, bytes: buffer(document) }
}
