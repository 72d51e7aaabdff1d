import { createRequire } from 'node:module'
import type { Box, PageSize } from './pdf-files.ts'

const { resolve } = createRequire(import.meta.url)
const fonts = '@expo-google-fonts/source-sans-3'
const regular = resolve(`${fonts}/400Regular/SourceSans3_400Regular.ttf`)
const italic = resolve(`${fonts}/600SemiBold_Italic/SourceSans3_600SemiBold_Italic.ttf`)

/** `strokes` are in a field of 600 by 200. */
export type Mark = Box & {
  readonly text: string
  readonly size: number
  readonly kind: 'words' | 'name' | 'drawing'
}

export const drawingField = { width: 600, height: 200 } as const
/** Smaller text is illegible on paper. */
const minSize = 5

/** Returns pages of the given sizes with only the marks. Deterministic. */
export async function writeOverlay(pages: readonly PageSize[], marks: readonly Mark[], at: Date): Promise<Buffer> {
  const { default: Document } = await import('pdfkit')
  const document: PDFKit.PDFDocument = new Document({
    autoFirstPage: false,
    font: regular,
    info: { CreationDate: at, ModDate: at },
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Buffer>((take, fail) => {
    document.on('end', () => take(Buffer.concat(parts)))
    document.on('error', fail)
  })
  pages.forEach(({ width, height }, index) => {
    document.addPage({ size: [width, height], margin: 0 })
    for (const mark of marks) {
      if (mark.page !== index + 1 || mark.text === '') continue
      if (mark.kind === 'drawing') draw(document, mark)
      else writeText(document, mark)
    }
  })
  document.end()
  return done
}

function writeText(document: PDFKit.PDFDocument, mark: Mark): void {
  const text = mark.text.normalize('NFC')
  const isSeveral = text.includes('\n') || mark.height >= 2.4 * mark.size
  document.font(mark.kind === 'name' ? italic : regular).fillColor('#101418')
  let size = mark.size
  const fits = (): boolean =>
    isSeveral
      ? document.fontSize(size).heightOfString(text, { width: mark.width }) <= mark.height
      : document.fontSize(size).widthOfString(text) <= mark.width
  while (size > minSize && !fits()) size -= 0.5
  const lineHeight = document.fontSize(size).currentLineHeight()
  const y = isSeveral ? mark.y : mark.y + Math.max(0, (mark.height - lineHeight) / 2)
  document.text(text, mark.x, y, {
    width: mark.width,
    height: Math.max(mark.height, lineHeight),
    ellipsis: true,
    lineBreak: isSeveral,
  })
}

function draw(document: PDFKit.PDFDocument, { x, y, width, height, text }: Mark): void {
  const factor = Math.min(width / drawingField.width, height / drawingField.height)
  document.lineWidth(1.2).lineCap('round').lineJoin('round').strokeColor('#10243e')
  for (const stroke of strokesOf(text)) {
    stroke.forEach(([left, top], index) => {
      const [px, py] = [x + left * factor, y + top * factor]
      if (index === 0) document.moveTo(px, py)
      else document.lineTo(px, py)
    })
    document.stroke()
  }
}

/** Parses strokes such as `12.30_14.31-40.80_41.82`. The format needs no escaping in a form. */
export const strokesOf = (text: string): (readonly [number, number])[][] =>
  text.split('-').map((stroke) =>
    stroke.split('_').map((point) => {
      const [x = 0, y = 0] = point.split('.').map(Number)
      return [x, y] as const
    }),
  )
