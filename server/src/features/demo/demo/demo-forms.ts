import { companyForms } from '@twofold/contract'
import { acrossOrganizations, readOnly } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { changePlacements, findForm, replaceForm } from '../../forms/company-forms/index.ts'
import { findCompanyIds } from './demo.queries.ts'
import { startDemoPdf } from './demo-files.ts'
import forms from './forms.json' with { type: 'json' }

type Line = {
  readonly label: string
  readonly field: string
  readonly y: number
  readonly x?: number
  readonly width?: number
}

type Form = {
  readonly company: string
  readonly file: string
  readonly title: string
  readonly colour: string
  readonly intro: string
  readonly parts: readonly { readonly title: string; readonly y: number; readonly lines: readonly Line[] }[]
}

/** Copperleaf's form has form fields, as from a form tool; Juniper's was made for printing. */
const { copperleaf, juniper }: { readonly copperleaf: Form; readonly juniper: Form } = forms
const [leftMargin, usualWidth, height] = [72, 290, 20]

/** Continues after an interrupted start. */
export async function addDemoForms(platform: Platform): Promise<void> {
  const names = [copperleaf.company, juniper.company]
  const ids = await acrossOrganizations(readOnly(platform.database), (db) => findCompanyIds(db, names))
  await addForm(platform, ids.get(copperleaf.company), copperleaf, true)
  const companyId = await addForm(platform, ids.get(juniper.company), juniper, false)
  if (companyId === null) return
  const fieldLines = juniper.parts.flatMap(({ lines }) => lines)
  await changePlacements(
    platform,
    companyId,
    fieldLines.map(({ field, x = leftMargin, y, width = usualWidth }) =>
      companyForms.placement.parse({ source: field, page: 1, x, y, width, height, size: 11 }),
    ),
    null,
  )
}

async function addForm(
  platform: Platform,
  companyId: number | undefined,
  form: Form,
  hasFields: boolean,
): Promise<number | null> {
  if (companyId === undefined) return null
  if (await acrossOrganizations(readOnly(platform.database), (db) => findForm(db, companyId))) return null
  const bytes = await drawForm(form, hasFields, platform.clock())
  await replaceForm(platform, companyId, { name: form.file, bytes }, null)
  return companyId
}

async function drawForm(form: Form, hasFields: boolean, at: Date): Promise<Buffer> {
  const { document, bytes } = await startDemoPdf(form.title, at)
  document.font('Helvetica')
  if (hasFields) document.initForm()
  document.rect(0, 0, 612, 54).fill(form.colour)
  document.font('Helvetica-Bold').fontSize(15).fillColor('#fff').text(form.company, leftMargin, 20)
  document.fontSize(17).fillColor('#1c1c1c').text(form.title, leftMargin, 78)
  document
    .font('Helvetica')
    .fontSize(9.5)
    .fillColor('#333')
    .text(form.intro, leftMargin, 106, { width: 468, lineGap: 2 })
  for (const section of form.parts) {
    document.font('Helvetica-Bold').fontSize(11).fillColor(form.colour).text(section.title, leftMargin, section.y)
    for (const { label, field, x = leftMargin, y, width = usualWidth } of section.lines) {
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
  document.fontSize(8).fillColor('#777').text(`${form.company} · a company of the demo, and its form`, leftMargin, 700)
  document.end()
  return bytes
}
