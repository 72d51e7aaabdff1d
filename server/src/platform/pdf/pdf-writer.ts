import { createRequire } from 'node:module'

const { resolve } = createRequire(import.meta.url)
const fonts = '@expo-google-fonts/source-sans-3'
export const regular = resolve(`${fonts}/400Regular/SourceSans3_400Regular.ttf`)
export const bold = resolve(`${fonts}/700Bold/SourceSans3_700Bold.ttf`)

/** A letter-sized sheet, measured in points; `end` returns its bytes. */
export type PdfWriter = {
  readonly heading: (text: string) => void
  readonly line: (text: string) => void
  readonly small: (text: string) => void
  /** Omits missing values. */
  readonly facts: (rows: readonly (readonly [name: string, text: string | undefined])[]) => void
  readonly end: () => Promise<Buffer>
}

const [margin, nameWidth] = [72, 130]
const [ink, muted, hairline] = ['#1b2823', '#5a625c', '#e3ddd0']

/** Starts a sheet. Letters outside Latin, Greek, and Cyrillic appear as empty boxes. Deterministic per day. */
export async function startPdf(about: {
  readonly title: string
  readonly author: string
  readonly locale: string
  readonly madeAt: Date
}): Promise<PdfWriter> {
  const { default: Document } = await import('pdfkit')
  const document: PDFKit.PDFDocument = new Document({
    size: 'LETTER',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: about.locale,
    font: regular,
    info: { Title: about.title, Author: about.author, CreationDate: about.madeAt },
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Buffer>((take, fail) => {
    document.on('end', () => take(Buffer.concat(parts)))
    document.on('error', fail)
  })
  const root = document.struct('Document')
  document.addStructure(root)
  const write = (kind: 'H1' | 'P', text: string, applyStyle: () => PDFKit.PDFDocument): void => {
    root.add(document.struct(kind, {}, [() => void applyStyle().text(text.normalize('NFC')).moveDown(0.5)]))
  }
  const writeFact = (name: string, text: string): void => {
    const top = document.y
    const width = document.page.width - 2 * margin - nameWidth
    root.add(
      document.struct('P', {}, () => {
        document
          .font(regular)
          .fontSize(11)
          .fillColor(muted)
          .text(name, margin, top, { width: nameWidth - 10 })
        const below = document.y
        document.fillColor(ink).text(text.normalize('NFC'), margin + nameWidth, top, { width })
        document.y = Math.max(below, document.y) + 6
      }),
    )
    document.x = margin
    const end = document.y - 2
    document.markContent('Artifact', { type: 'Layout' })
    document
      .moveTo(margin, end)
      .lineTo(document.page.width - margin, end)
      .lineWidth(0.5)
      .stroke(hairline)
    document.endMarkedContent()
    document.y = end + 6
  }
  return {
    heading: (text) => write('H1', text, () => document.font(bold).fontSize(20).fillColor(ink)),
    line: (text) => write('P', text, () => document.font(regular).fontSize(11).fillColor(ink)),
    small: (text) => write('P', text, () => document.font(regular).fontSize(9).fillColor(muted)),
    facts: (rows) => {
      document.moveDown(0.5)
      for (const [name, text] of rows) if (text) writeFact(name, text)
      document.moveDown(0.5)
    },
    end: () => {
      root.end()
      document.end()
      return done
    },
  }
}
