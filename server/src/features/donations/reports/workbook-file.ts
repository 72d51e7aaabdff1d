import { Transform, type TransformCallback } from 'node:stream'
import { type ColumnKind, reportFiles } from '@twofold/contract'
import { parse } from 'csv-parse'
import { strToU8, Zip, ZipDeflate } from 'fflate'
import { copyOut } from '../../../platform/database/copy-out.ts'
import { type Db, inTenant, type Tenant } from '../../../platform/database/database.ts'
import { escapeHtml } from '../../../platform/security/escape-html.ts'
import { formulaGuard } from '../../../platform/security/formula-guard.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { exportTimeoutMs, type FileOutput, type TableContent } from './csv-file.ts'

/** Streaming workbook libraries are unmaintained; a plain table is a few lines of XML in a zip. */

export async function writeWorkbook(
  platform: Platform,
  tenant: Tenant,
  loadTable: (db: Db) => Promise<TableContent>,
  { through = [], output }: FileOutput,
): Promise<void> {
  await inTenant(
    platform.database.copying,
    tenant,
    async (db, client) => {
      const { rows, headings, kinds } = await loadTable(db)
      await copyOut(client, rows, {
        through: [...through, formulaGuard(kinds), parse(), createWorkbookStream(headings, kinds)],
        output,
      })
    },
    { readOnly: true, snapshot: true, alone: true, timeoutMs: exportTimeoutMs },
  )
}

const maxCellChars = 32_767
// Characters. Each piece costs a call and is held in memory until then.
const flushedAtChars = 65_536

export function createWorkbookStream(
  headings: readonly string[],
  kinds: readonly ColumnKind[],
  rowsAtMost = reportFiles.maxRowsPerSheet,
): Transform {
  let stream: Transform
  const zip = new Zip((error, bytes) => {
    if (error) stream.destroy(error)
    else stream.push(bytes)
  })
  const addPart = (name: string, text: string): void => {
    const part = new ZipDeflate(name)
    zip.add(part)
    part.push(strToU8(text), true)
  }
  let sheets = 0
  let rows = 0
  let sheet: ZipDeflate | undefined
  let text = ''
  const flush = (isLast: boolean): void => {
    sheet?.push(strToU8(text), isLast)
    text = ''
  }
  const begin = (): void => {
    sheets++
    rows = 1
    sheet = new ZipDeflate(`xl/worksheets/sheet${sheets}.xml`, { level: 1 })
    zip.add(sheet)
    text = `${sheetHead}${rowOf(headings.map((heading) => textCell(heading, styles.heading)))}`
  }
  const end = (): void => {
    text += sheetFoot
    flush(true)
  }
  stream = new Transform({
    writableObjectMode: true,
    transform(cells: readonly string[], _encoding: BufferEncoding, done: TransformCallback) {
      if (!sheet) begin()
      if (rows >= rowsAtMost) {
        end()
        begin()
      }
      rows++
      text += rowOf(cells.map((cell, place) => cellOf(cell, kinds[place] ?? 'text')))
      if (text.length >= flushedAtChars) flush(false)
      done()
    },
    flush(done: TransformCallback) {
      if (!sheet) begin()
      end()
      for (const [name, part] of partsOf(sheets)) addPart(name, part)
      zip.end()
      done()
    },
  })
  return stream
}

const styles = { plain: 0, heading: 1, money: 2, day: 3, moment: 4 } as const

const rowOf = (cells: readonly string[]): string => `<row>${cells.join('')}</row>`

function cellOf(text: string, kind: ColumnKind): string {
  if (text === '') return '<c/>'
  if ((kind === 'money' || kind === 'number') && /^-?[0-9]{1,15}(\.[0-9]{1,6})?$/.test(text)) {
    return numberCell(text, kind === 'money' ? styles.money : styles.plain)
  }
  if (kind === 'day' || kind === 'moment') {
    const days = daysOf(text)
    if (days !== null) return numberCell(String(days), kind === 'day' ? styles.day : styles.moment)
  }
  return textCell(text, styles.plain)
}

const numberCell = (number: string, style: number): string => `<c s="${style}"><v>${number}</v></c>`

/** No program reads a text cell as a formula. */
const textCell = (text: string, style: number): string =>
  `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${escaped(text.slice(0, maxCellChars))}</t></is></c>`

/** XML does not allow all characters. */
const escaped = (text: string): string =>
  escapeHtml(
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
      .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, ''),
  )

const msPerDay = 86_400_000
const firstDay = Date.UTC(1899, 11, 30)

function daysOf(text: string): number | null {
  const at = Date.parse(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`)
  return Number.isNaN(at) ? null : (at - firstDay) / msPerDay
}

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const sheetHead = `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultColWidth="18" defaultRowHeight="15"/><sheetData>`
const sheetFoot = '</sheetData></worksheet>'

function partsOf(count: number): [name: string, text: string][] {
  const sheets = Array.from({ length: count }, (_, place) => place + 1)
  const each = (text: (sheet: number) => string): string => sheets.map(text).join('')
  return [
    [
      '[Content_Types].xml',
      `${xml}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/>${each((sheet) => `<Override PartName="/xl/worksheets/sheet${sheet}.xml" ContentType="${content}.worksheet+xml"/>`)}</Types>`,
    ],
    [
      '_rels/.rels',
      `${xml}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${xml}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${each((sheet) => `<sheet name="Gifts${sheet === 1 ? '' : ` ${sheet}`}" sheetId="${sheet}" r:id="rId${sheet}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${xml}<Relationships xmlns="${relations}">${each((sheet) => `<Relationship Id="rId${sheet}" Type="${office}/worksheet" Target="worksheets/sheet${sheet}.xml"/>`)}<Relationship Id="rId${count + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    ],
    [
      'xl/styles.xml',
      `${xml}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    ],
  ]
}
