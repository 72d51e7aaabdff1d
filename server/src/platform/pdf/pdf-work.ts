import type { PDFDocument, PDFPage, PDFWidgetAnnotation } from '@cantoo/pdf-lib'
import {
  type AboutPdf,
  ActivePdfError,
  type Box,
  type CleanPdf,
  type PdfField,
  type PdfPart,
  UnsupportedPdfError,
} from './pdf-files.ts'

type Library = typeof import('@cantoo/pdf-lib')
let library: Promise<Library> | undefined

const loadLibrary = (): Promise<Library> => {
  library ??= import('@cantoo/pdf-lib')
  return library
}

/**
 * Returns the appearance of the pages without scripts, links, or attachments, and the fields. @throws
 * UnsupportedPdfError
 */
export async function cleanPdf(bytes: Uint8Array, pagesAtMost: number): Promise<CleanPdf> {
  const { PDFDocument } = await loadLibrary()
  const document = await loadPdf(bytes)
  const pages = document.getPages()
  if (pages.length === 0) throw new UnsupportedPdfError('unreadable')
  if (pages.length > pagesAtMost) throw new UnsupportedPdfError('long')
  if (pages.some((page) => page.getRotation().angle % 360 !== 0)) throw new UnsupportedPdfError('turned')
  try {
    const fields = await fieldsOf(document)
    flatten(document)
    // Writes the fields' font now; the copied pages would otherwise refer to a missing one.
    await document.flush()
    const output = await PDFDocument.create({ updateMetadata: false })
    for (const embedded of await output.embedPages(pages)) {
      output.addPage([embedded.width, embedded.height]).drawPage(embedded)
    }
    return { bytes: await output.save(), pages: pages.map((page) => page.getSize()), fields }
  } catch {
    throw new UnsupportedPdfError('unreadable')
  }
}

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
  'EF',
  'FileAttachment',
  'OnInstantiate',
  'XFA',
])
const namingKeys: ReadonlySet<string> = new Set(['S', 'Type', 'Subtype'])

/**
 * Rejects scripts, program launches, and embedded files. @throws ActivePdfError, UnsupportedPdfError An unreadable file
 * is searched byte by byte and rejected if parts are compressed.
 */
export async function refuseActiveContent(bytes: Uint8Array): Promise<void> {
  const { PDFArray, PDFDict, PDFName, PDFStream } = await loadLibrary()
  let document: PDFDocument
  try {
    document = await loadPdf(bytes)
  } catch (error) {
    if (!(error instanceof UnsupportedPdfError)) throw error
    const text = Buffer.from(bytes).toString('latin1')
    const names = new Set([...text.matchAll(/\/([\w#]{2,40})/g)].map(([, name = '']) => withoutEscapes(name)))
    if ([...names].some((name) => activeNames.has(name))) throw new ActivePdfError()
    if (names.has('ObjStm')) throw error
    return
  }
  const pending: unknown[] = document.context.enumerateIndirectObjects().map(([, object]) => object)
  pending.push(document.context.trailerInfo.Root)
  while (pending.length > 0) {
    const object = pending.pop()
    if (object instanceof PDFStream) pending.push(object.dict)
    else if (object instanceof PDFArray) pending.push(...object.asArray())
    else if (object instanceof PDFDict) {
      for (const [key, value] of object.entries()) {
        const name = key.decodeText()
        const typeName = value instanceof PDFName && namingKeys.has(name) ? value.decodeText() : ''
        if (activeNames.has(name) || activeNames.has(typeName)) throw new ActivePdfError()
        pending.push(value)
      }
    }
  }
}

const withoutEscapes = (name: string): string =>
  name.replaceAll(/#([\da-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

async function loadPdf(bytes: Uint8Array): Promise<PDFDocument> {
  const { PDFDocument, EncryptedPDFError } = await loadLibrary()
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true })
    document.getPageCount() // detects a file without pages
    return document
  } catch (error) {
    throw new UnsupportedPdfError(error instanceof EncryptedPDFError ? 'locked' : 'unreadable')
  }
}

/** A form that cannot be flattened keeps only the page content. */
function flatten(document: PDFDocument): void {
  try {
    document.getForm().flatten()
  } catch {}
}

async function fieldsOf(document: PDFDocument): Promise<PdfField[]> {
  const { PDFTextField, PDFCheckBox, PDFSignature } = await loadLibrary()
  return document
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
        const box = boxOf(document.getPages(), widget)
        return box ? [{ name: field.getName().slice(0, 200), kind, ...box } as const] : []
      })
    })
}

function boxOf(pages: readonly PDFPage[], widget: PDFWidgetAnnotation): Box | null {
  const index = pages.findIndex(({ node }) => {
    const annotations = node.Annots()
    return annotations?.asArray().some((entry) => node.context.lookup(entry) === widget.dict) ?? false
  })
  const page = pages[index]
  if (!page) return null
  const { x, y, width, height } = widget.getRectangle()
  const media = page.getMediaBox()
  const round = (points: number): number => Math.round(points * 10) / 10
  return {
    page: index + 1,
    x: round(x - media.x),
    y: round(media.height - (y - media.y) - height),
    width: round(width),
    height: round(height),
  }
}

/** Returns the pages of one file overlaid on those of another. Deterministic. */
export async function overlayPdf(below: Uint8Array, above: Uint8Array, pagesAtMost?: number): Promise<Uint8Array> {
  const { PDFDocument } = await loadLibrary()
  const output = await PDFDocument.create({ updateMetadata: false })
  const lowerPages = (await loadPdf(below)).getPages().slice(0, pagesAtMost)
  const bottom = await output.embedPages(lowerPages)
  const top = await output.embedPages((await loadPdf(above)).getPages())
  bottom.forEach((embedded, index) => {
    const page = output.addPage([embedded.width, embedded.height])
    page.drawPage(embedded)
    const overlay = top[index]
    if (overlay) page.drawPage(overlay)
  })
  return output.save()
}

/** Returns one PDF; each image gets a separate page. @throws UnsupportedPdfError */
export async function joinPdfs(parts: readonly PdfPart[], about: AboutPdf): Promise<Uint8Array> {
  const { PDFDocument } = await loadLibrary()
  const output = await PDFDocument.create({ updateMetadata: false })
  output.setTitle(about.title, { showInWindowTitleBar: true })
  output.setCreationDate(about.at)
  output.setModificationDate(about.at)
  for (const { bytes, type } of parts) {
    if (type === 'application/pdf') {
      const document = await loadPdf(bytes)
      for (const page of await output.copyPages(document, document.getPageIndices())) output.addPage(page)
    } else await addPicture(output, bytes, type)
  }
  for (const { name, type, bytes, about: description } of about.attached ?? []) {
    await output.attach(bytes, name, {
      mimeType: type,
      description,
      creationDate: about.at,
      modificationDate: about.at,
    })
  }
  return output.save()
}

/** Returns a file attached to a PDF, or null. @throws UnsupportedPdfError */
export async function attachmentOf(bytes: Uint8Array, name: string): Promise<Uint8Array | null> {
  const document = await loadPdf(bytes)
  try {
    return document.getAttachments().find((attached) => attached.name === name)?.data ?? null
  } catch {
    throw new UnsupportedPdfError('unreadable')
  }
}

const letterSize = [612, 792] as const
const margin = 36

async function addPicture(output: PDFDocument, bytes: Uint8Array, type: string): Promise<void> {
  const picture = type === 'image/png' ? await output.embedPng(bytes) : await output.embedJpg(bytes)
  const { width, height } = picture.scaleToFit(letterSize[0] - 2 * margin, letterSize[1] - 2 * margin)
  const page = output.addPage([letterSize[0], letterSize[1]])
  page.drawImage(picture, { x: (letterSize[0] - width) / 2, y: letterSize[1] - margin - height, width, height })
}
