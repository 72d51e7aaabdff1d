import type { PDFDocument, PDFPage, PDFWidgetAnnotation } from '@cantoo/pdf-lib'

/** Points from the upper left corner of a page; pages count from 1. */
export type Box = {
  readonly page: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export type PageSize = { readonly width: number; readonly height: number }
export type PdfField = Box & { readonly name: string; readonly kind: 'text' | 'check' | 'signature' | 'other' }

export type CleanPdf = { readonly bytes: Uint8Array; readonly pages: PageSize[]; readonly fields: PdfField[] }

// 1 MB of JavaScript that a server without forms does not need
const library = () => import('@cantoo/pdf-lib')

export class UnsupportedPdfError extends Error {
  readonly why: 'locked' | 'turned' | 'unreadable' | 'long'
  constructor(why: UnsupportedPdfError['why']) {
    super(`a PDF that is ${why}`)
    this.why = why
  }
}

/**
 * Returns the appearance of the pages without scripts, links, or attachments, and the fields. @throws
 * UnsupportedPdfError
 */
export async function cleanPdf(bytes: Uint8Array, pagesAtMost: number): Promise<CleanPdf> {
  const { PDFDocument } = await library()
  const given = await loadPdf(bytes)
  const pages = given.getPages()
  if (pages.length === 0) throw new UnsupportedPdfError('unreadable')
  if (pages.length > pagesAtMost) throw new UnsupportedPdfError('long')
  if (pages.some((page) => page.getRotation().angle % 360 !== 0)) throw new UnsupportedPdfError('turned')
  try {
    const fields = await fieldsOf(given)
    flatten(given)
    // Writes the fields' font now; the copied pages would otherwise refer to a missing one.
    await given.flush()
    const made = await PDFDocument.create({ updateMetadata: false })
    for (const embedded of await made.embedPages(pages)) {
      made.addPage([embedded.width, embedded.height]).drawPage(embedded)
    }
    return { bytes: await made.save(), pages: pages.map((page) => page.getSize()), fields }
  } catch {
    throw new UnsupportedPdfError('unreadable')
  }
}

export class ActivePdfError extends Error {}

/** PDF 2.0 (ISO 32000-2), 12.6.4 and 7.11.4; XFA forms can contain scripts. */
const activeNames: ReadonlySet<string> = new Set([
  'JavaScript',
  'JS',
  'Launch',
  'ImportData',
  'GoToE',
  'RichMedia',
  'EmbeddedFile',
  'EmbeddedFiles',
  'XFA',
])
const namingKeys: ReadonlySet<string> = new Set(['S', 'Type', 'Subtype'])

/**
 * Rejects scripts, program launches, and embedded files. @throws ActivePdfError, UnsupportedPdfError An unreadable file
 * is searched byte by byte and rejected if parts are compressed.
 */
export async function refuseActiveContent(bytes: Uint8Array): Promise<void> {
  const { PDFArray, PDFDict, PDFName, PDFStream } = await library()
  let given: PDFDocument
  try {
    given = await loadPdf(bytes)
  } catch (error) {
    if (!(error instanceof UnsupportedPdfError)) throw error
    const text = Buffer.from(bytes).toString('latin1')
    const names = new Set([...text.matchAll(/\/([\w#]{2,40})/g)].map(([, name = '']) => withoutEscapes(name)))
    if ([...names].some((name) => activeNames.has(name))) throw new ActivePdfError()
    if (names.has('ObjStm')) throw error
    return
  }
  const waiting: unknown[] = given.context.enumerateIndirectObjects().map(([, object]) => object)
  waiting.push(given.context.trailerInfo.Root)
  while (waiting.length > 0) {
    const object = waiting.pop()
    if (object instanceof PDFStream) waiting.push(object.dict)
    else if (object instanceof PDFArray) waiting.push(...object.asArray())
    else if (object instanceof PDFDict) {
      for (const [key, value] of object.entries()) {
        const name = key.decodeText()
        const named = value instanceof PDFName && namingKeys.has(name) ? value.decodeText() : ''
        if (activeNames.has(name) || activeNames.has(named)) throw new ActivePdfError()
        waiting.push(value)
      }
    }
  }
}

const withoutEscapes = (name: string): string =>
  name.replaceAll(/#([\da-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

async function loadPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const { PDFDocument, EncryptedPDFError } = await library()
  try {
    const given = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
    given.getPageCount() // detects a file without pages
    return given
  } catch (error) {
    throw new UnsupportedPdfError(error instanceof EncryptedPDFError ? 'locked' : 'unreadable')
  }
}

/** A form that cannot be flattened keeps only the page content. */
function flatten(given: PDFDocument): void {
  try {
    given.getForm().flatten()
  } catch {}
}

async function fieldsOf(given: PDFDocument): Promise<PdfField[]> {
  const { PDFTextField, PDFCheckBox, PDFSignature } = await library()
  return given
    .getForm()
    .getFields()
    .flatMap((field) => {
      const kind =
        field instanceof PDFTextField
          ? 'text'
          : field instanceof PDFCheckBox
            ? 'check'
            : field instanceof PDFSignature
              ? 'signature'
              : 'other'
      return field.acroField.getWidgets().flatMap((widget) => {
        const box = boxOf(given.getPages(), widget)
        return box ? [{ name: field.getName().slice(0, 200), kind, ...box } as const] : []
      })
    })
}

function boxOf(pages: readonly PDFPage[], widget: PDFWidgetAnnotation): Box | null {
  const at = pages.findIndex(({ node }) => {
    const annotations = node.Annots()
    return annotations?.asArray().some((entry) => node.context.lookup(entry) === widget.dict) ?? false
  })
  const page = pages[at]
  if (!page) return null
  const { x, y, width, height } = widget.getRectangle()
  const media = page.getMediaBox()
  const round = (points: number): number => Math.round(points * 10) / 10
  return {
    page: at + 1,
    x: round(x - media.x),
    y: round(media.height - (y - media.y) - height),
    width: round(width),
    height: round(height),
  }
}

/** Returns the pages of one file overlaid on those of another. Deterministic. */
export async function overlayPdf(below: Uint8Array, above: Uint8Array, pagesAtMost?: number): Promise<Uint8Array> {
  const { PDFDocument } = await library()
  const made = await PDFDocument.create({ updateMetadata: false })
  const lower = (await loadPdf(below)).getPages().slice(0, pagesAtMost)
  const bottom = await made.embedPages(lower)
  const top = await made.embedPages((await loadPdf(above)).getPages())
  bottom.forEach((embedded, index) => {
    const page = made.addPage([embedded.width, embedded.height])
    page.drawPage(embedded)
    const over = top[index]
    if (over) page.drawPage(over)
  })
  return made.save()
}

export type Attachment = {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
  readonly about: string
}

/** Returns one PDF; each image gets a separate page. @throws UnsupportedPdfError */
export async function joinPdfs(
  parts: readonly { readonly bytes: Uint8Array; readonly type: string }[],
  about: { readonly title: string; readonly at: Date; readonly attached?: readonly Attachment[] },
): Promise<Uint8Array> {
  const { PDFDocument } = await library()
  const made = await PDFDocument.create({ updateMetadata: false })
  made.setTitle(about.title, { showInWindowTitleBar: true })
  made.setCreationDate(about.at)
  made.setModificationDate(about.at)
  for (const { bytes, type } of parts) {
    if (type === 'application/pdf') {
      const given = await loadPdf(bytes)
      for (const page of await made.copyPages(given, given.getPageIndices())) made.addPage(page)
    } else await addPicture(made, bytes, type)
  }
  for (const { name, type, bytes, about: description } of about.attached ?? []) {
    await made.attach(bytes, name, { mimeType: type, description, creationDate: about.at, modificationDate: about.at })
  }
  return made.save()
}

/** Returns a file attached to a PDF, or null. @throws UnsupportedPdfError */
export async function attachmentOf(bytes: Uint8Array, name: string): Promise<Uint8Array | null> {
  const given = await loadPdf(bytes)
  try {
    return given.getAttachments().find((attached) => attached.name === name)?.data ?? null
  } catch {
    throw new UnsupportedPdfError('unreadable')
  }
}

const letter = [612, 792] as const
const margin = 36

async function addPicture(made: PDFDocument, bytes: Uint8Array, type: string): Promise<void> {
  const picture = type === 'image/png' ? await made.embedPng(bytes) : await made.embedJpg(bytes)
  const { width, height } = picture.scaleToFit(letter[0] - 2 * margin, letter[1] - 2 * margin)
  const page = made.addPage([letter[0], letter[1]])
  page.drawImage(picture, { x: (letter[0] - width) / 2, y: letter[1] - margin - height, width, height })
}
