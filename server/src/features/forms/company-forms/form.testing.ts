import type { TestApp } from '../../../testing/index.ts'
import { replaceForm } from './change-form.ts'

/** Creates a one-page form with these fields, one below the other, and a link that cleaning must remove. */
export async function drawTestForm(fields: readonly string[], script = ''): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({ size: 'LETTER', margin: 72, info: { CreationDate: new Date(0) } })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  document.font('Helvetica').initForm()
  document.text('Matching gift form')
  fields.forEach((field, index) => {
    document.formText(field, 72, 100 + 30 * index, 300, 20)
  })
  document.link(72, 72, 100, 12, 'https://canary.example')
  if (script) document.addNamedJavaScript('script', script)
  document.end()
  return done
}

export const testFields = [
  'donor name',
  'gift amount',
  'date of gift',
  'organization name',
  'ein',
  'employee id',
  'donor signature',
  'date signed',
  'authorized signature',
  'officer title',
] as const

export async function addTestForm(
  app: TestApp,
  company: string,
  fields: readonly string[] = testFields,
): Promise<number> {
  const [row] = await app.query<{ id: number }>('SELECT id::int FROM companies WHERE name = $1', [company])
  if (!row) throw new Error(`no company ${company}`)
  const file = { name: 'matching-gift.pdf', bytes: await drawTestForm(fields) }
  await replaceForm(app.platform, row.id, file, null)
  return row.id
}
