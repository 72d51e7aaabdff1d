import { bold, regular } from '../../../platform/pdf/pdf-writer.ts'

export const palette = {
  ink: '#1b2823',
  muted: '#5a625c',
  hairline: '#e3ddd0',
  brand: '#1f5f4a',
  pale: '#b9d3c8',
  accent: '#e0a526',
  paper: '#f7f4ec',
  tint: '#e2eee8',
} as const

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

type Written = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly font: string
  readonly color: string
  readonly align?: 'left' | 'right' | 'center'
  /** One by default. Longer text is set smaller, then cut. */
  readonly lines?: number
}

/** Screen readers read the figure's alternative text instead. */
export type Pen = {
  readonly rectangle: (box: Box, color: string) => void
  readonly line: (at: Omit<Box, 'height'>, color: string) => void
  readonly drawText: (text: string, style: Written) => void
}

export type Page = Omit<Pen, 'drawText'> & {
  readonly text: (kind: 'H1' | 'H2' | 'P', text: string, style: Written) => void
  readonly figure: (alternative: string, draw: (pen: Pen) => void) => void
  readonly end: () => Promise<Buffer>
}

const smallest = 6

/** The PDF is tagged, so that screen readers recognize headings, paragraphs, and figures. */
export async function createPage(about: {
  readonly title: string
  readonly author: string
  readonly madeAt: Date
}): Promise<Page> {
  const { default: Document } = await import('pdfkit')
  const document: PDFKit.PDFDocument = new Document({
    size: 'LETTER',
    margin: 0,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    font: regular,
    info: { Title: about.title, Author: about.author, CreationDate: about.madeAt, ModDate: about.madeAt },
  })
  const parts: Buffer[] = []
  document.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<Buffer>((take, fail) => {
    document.on('end', () => take(Buffer.concat(parts)))
    document.on('error', fail)
  })
  const root = document.struct('Document')
  document.addStructure(root)
  const write = (text: string, style: Written): void => {
    const { x, y, width, font, color, align = 'left', lines = 1 } = style
    document.font(font === bold ? bold : regular).fillColor(color)
    let { size } = style
    const room = () => document.fontSize(size).currentLineHeight() * lines + 1
    while (size > smallest && document.fontSize(size).heightOfString(text, { width }) > room()) size -= 0.5
    document.fontSize(size).text(text.normalize('NFC'), x, y, { width, height: room(), align, ellipsis: true })
  }
  const pen: Pen = {
    rectangle: ({ x, y, width, height }, color) => void document.roundedRect(x, y, width, height, 2).fill(color),
    line: ({ x, y, width }, color) =>
      void document
        .moveTo(x, y)
        .lineTo(x + width, y)
        .lineWidth(0.6)
        .stroke(color),
    drawText: write,
  }
  const asLayout = (draw: () => void): void => {
    document.markContent('Artifact', { type: 'Layout' })
    draw()
    document.endMarkedContent()
  }
  return {
    rectangle: (box, color) => asLayout(() => pen.rectangle(box, color)),
    line: (at, color) => asLayout(() => pen.line(at, color)),
    text: (kind, text, style) => void root.add(document.struct(kind, {}, [() => write(text, style)])),
    figure: (alt, draw) => void root.add(document.struct('Figure', { alt }, [() => draw(pen)])),
    end: () => {
      root.end()
      document.end()
      return done
    },
  }
}
