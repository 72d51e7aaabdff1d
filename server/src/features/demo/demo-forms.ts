import { companyForms } from '@twofold/contract'
import { acrossOrganizations } from '../../platform/database/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findForm, keepForm, placeForm } from '../directory/index.ts'
import { findCompanyIds } from './demo.queries.ts'

type Line = {
  readonly label: string
  readonly field: string
  readonly y: number
  readonly x?: number
  readonly width?: number
}

/** A form with fields of its own, as companies with a software for forms have them. */
const copperleaf = {
  company: 'Copperleaf Energy',
  file: 'copperleaf-matching-gift.pdf',
  title: 'Matching Gift Application',
  colour: '#a4562a',
  intro:
    'Copperleaf Energy matches gifts of its employees and retirees to eligible nonprofits, dollar for dollar, from $50 up to $2,500 a year. ' +
    'Part A is filled in by the employee, Part B by the nonprofit. Send both to Community Giving within twelve months of the gift.',
  parts: [
    {
      title: 'Part A. Employee',
      y: 190,
      lines: [
        { label: 'Employee name', field: 'employee name', y: 218 },
        { label: 'Employee ID', field: 'employee id', y: 218, x: 380, width: 160 },
        { label: 'Home address', field: 'address', y: 258 },
        { label: 'Phone', field: 'phone', y: 258, x: 380, width: 160 },
        { label: 'Email', field: 'email', y: 298 },
        { label: 'Gift amount', field: 'gift amount', y: 298, x: 380, width: 160 },
        { label: 'Nonprofit', field: 'organization name', y: 338 },
        { label: 'Date of gift', field: 'gift date', y: 338, x: 380, width: 160 },
        { label: 'Employee signature', field: 'employee signature', y: 378 },
        { label: 'Date', field: 'employee signature date', y: 378, x: 380, width: 160 },
      ],
    },
    {
      title: 'Part B. Nonprofit',
      y: 440,
      lines: [
        { label: 'EIN', field: 'ein', y: 468 },
        { label: 'Transaction', field: 'transaction', y: 468, x: 380, width: 160 },
        { label: 'Mailing address', field: 'organization address', y: 508, width: 468 },
        { label: 'Name of authorized officer', field: 'officer name', y: 548 },
        { label: 'Title', field: 'officer title', y: 548, x: 380, width: 160 },
        { label: 'Authorized signature', field: 'authorized signature', y: 588 },
        { label: 'Date', field: 'nonprofit signature date', y: 588, x: 380, width: 160 },
      ],
    },
  ],
} as const

/** One that was made for printing: lines on paper, and no fields. */
const juniper = {
  company: 'Juniper & Vale',
  file: 'juniper-vale-charitable-match.pdf',
  title: 'Request for a Charitable Match',
  colour: '#3c4f76',
  intro:
    'Partners and staff of Juniper & Vale may ask the firm to match a gift of $25 or more. Send this form to the office of the managing ' +
    'partner until sixty days after the end of the firm’s fiscal year (June 30).',
  parts: [
    {
      title: 'Gift',
      y: 190,
      lines: [
        { label: 'Your name', field: 'donor_name', y: 218 },
        { label: 'Staff number', field: 'employee_id', y: 218, x: 380, width: 160 },
        { label: 'Email', field: 'donor_email', y: 258, width: 468 },
        { label: 'Charity', field: 'organization_name', y: 298 },
        { label: 'Tax ID of the charity', field: 'organization_ein', y: 298, x: 380, width: 160 },
        { label: 'Address of the charity', field: 'organization_address', y: 338, width: 468 },
        { label: 'Amount given', field: 'gift_amount', y: 378 },
        { label: 'Given on', field: 'gift_date', y: 378, x: 380, width: 160 },
      ],
    },
    {
      title: 'Signature',
      y: 440,
      lines: [
        { label: 'Signed', field: 'donor_signature', y: 468 },
        { label: 'Day', field: 'donor_signed_on', y: 468, x: 380, width: 160 },
      ],
    },
  ],
} as const

type Form = typeof copperleaf | typeof juniper
const [left, usualWidth, height] = [72, 290, 20]

/** The forms of the demo's two companies that take them, drawn here; a start that was cut short goes on. */
export async function addDemoForms(platform: Platform): Promise<void> {
  const names = [copperleaf.company, juniper.company]
  const ids = await acrossOrganizations(platform.database, (db) => findCompanyIds(db, names), { readOnly: true })
  await add(platform, ids.get(copperleaf.company), copperleaf, true)
  const companyId = await add(platform, ids.get(juniper.company), juniper, false)
  if (companyId === null) return
  const places = juniper.parts.flatMap((part): readonly Line[] => part.lines)
  await placeForm(
    platform,
    companyId,
    places.map(({ field, x = left, y, width = usualWidth }) =>
      companyForms.placement.parse({ source: field, page: 1, x, y, width, height, size: 11 }),
    ),
    null,
  )
}

async function add(
  platform: Platform,
  companyId: number | undefined,
  form: Form,
  hasFields: boolean,
): Promise<number | null> {
  if (companyId === undefined) return null
  if (await acrossOrganizations(platform.database, (db) => findForm(db, companyId), { readOnly: true })) return null
  const bytes = await drawForm(form, hasFields, platform.clock())
  await keepForm(platform, companyId, { name: form.file, bytes }, null)
  return companyId
}

async function drawForm(form: Form, hasFields: boolean, at: Date): Promise<Buffer> {
  const { default: PdfDocument } = await import('pdfkit')
  const document = new PdfDocument({ size: 'LETTER', margin: left, info: { Title: form.title, CreationDate: at } })
  const parts: Buffer[] = []
  const done = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (part: Buffer) => parts.push(part))
    document.on('end', () => resolve(Buffer.concat(parts)))
    document.on('error', reject)
  })
  document.font('Helvetica')
  if (hasFields) document.initForm()
  document.rect(0, 0, 612, 54).fill(form.colour)
  document.font('Helvetica-Bold').fontSize(15).fillColor('#fff').text(form.company, left, 20)
  document.fontSize(17).fillColor('#1c1c1c').text(form.title, left, 78)
  document.font('Helvetica').fontSize(9.5).fillColor('#333').text(form.intro, left, 106, { width: 468, lineGap: 2 })
  for (const part of form.parts) {
    document.font('Helvetica-Bold').fontSize(11).fillColor(form.colour).text(part.title, left, part.y)
    const lines: readonly Line[] = part.lines
    for (const { label, field, x = left, y, width = usualWidth } of lines) {
      document
        .font('Helvetica')
        .fontSize(7.5)
        .fillColor('#555')
        .text(label, x, y + height + 2, { width })
      document
        .moveTo(x, y + height)
        .lineTo(x + width, y + height)
        .lineWidth(0.6)
        .stroke('#888')
      if (hasFields) document.formText(field, x, y, width, height)
    }
  }
  document.fontSize(8).fillColor('#777').text(`${form.company} · a company of the demo, and its form`, left, 700)
  document.end()
  return done
}
