import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib'
import { PDFDocument, PDFName } from '@cantoo/pdf-lib'
import { documents, organizations, publicMatch } from '@twofold/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refuseActiveContent } from '../../../platform/pdf/pdf-files.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'

let app: TestApp
let png: Buffer
let jpg: Buffer
beforeAll(async () => {
  app = await startTestApp()
  const picture = sharp({ create: { width: 1200, height: 600, channels: 3, background: '#2a6' } })
  png = await picture.clone().png().toBuffer()
  jpg = await picture
    .clone()
    .jpeg()
    .withExif({ IFD0: { Copyright: 'canary' } })
    .toBuffer()
})
afterAll(() => app.stop())

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n')
const lockedPdf = Buffer.from('%PDF-1.7\ntrailer << /Root 1 0 R /Encrypt 2 0 R >>\n%%EOF\n')

const plainWord = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** An archive whose first entry lists the types of the others. */
function wordFile(contentType: string, ...others: string[]): Buffer {
  const types = `<Types><Override PartName="/word/document.xml" ContentType="${contentType}"/></Types>`
  const entries = [
    ['[Content_Types].xml', types],
    ['word/document.xml', '<w:document/>'],
    ...others.map((name) => [name, 'x']),
  ]
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  for (const [name = '', text = ''] of entries) {
    const at = Buffer.concat(locals).length
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt32LE(crc32(text), 10)
    head.writeUInt32LE(text.length, 14)
    head.writeUInt32LE(text.length, 18)
    head.writeUInt16LE(name.length, 22)
    locals.push(Buffer.from('PK\u0003\u0004'), head, Buffer.from(name + text))
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), head, place, Buffer.from(name))
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(Buffer.concat(locals).length, 12)
  return Buffer.concat([...locals, ...directory, Buffer.from('PK\u0005\u0006'), end])
}

async function newOrganization(level: 'read' | 'write' | 'admin' = 'write') {
  const id = await app.createOrganization()
  const token = await app.signIn(await app.createMember(id, level))
  const params = { id }
  const formOf = (bytes: Uint8Array, fileName: string, fields: Record<string, string>) => {
    const form = new FormData()
    form.set('file', new File([new Uint8Array(bytes)], fileName))
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return form
  }
  return {
    id,
    token,
    upload: (bytes: Uint8Array, fileName: string, fields: Record<string, string>, as = token) =>
      app.call(documents.uploadFile, { params, form: formOf(bytes, fileName, fields) }, { token: as }),
    refused: (bytes: Uint8Array, fileName: string, fields: Record<string, string>) =>
      app.refusal(documents.uploadFile, { params, form: formOf(bytes, fileName, fields) }, { token }),
    download: (docId: number, as = token) =>
      app.sendRoute(documents.downloadDocument, { params: { id, docId } }, { token: as }),
    get: () => app.call(organizations.getOrganization, { params }, { token }),
    audit: () =>
      app.query<{ action: string; subject: string }>(
        'SELECT action, subject FROM audit_events WHERE organization_id = $1 ORDER BY id',
        [id],
      ),
  }
}

test('re-encodes and shrinks a logo and serves it to anyone with its name', async () => {
  const organization = await newOrganization()
  const { file_logo } = await organization.upload(jpg, 'photo.png', { name: 'logo', type: 'logo' })
  expect(file_logo).toMatch(/^\/api\/organization\/\d+\/logo\/[\w-]{32}\.jpg$/)
  const shown = await app.send('GET', file_logo ?? '')
  expect(shown.headers.get('content-type')).toBe('image/jpeg')
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect(bytes.includes('canary')).toBe(false)
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 400 })
  expect((await organization.get()).file_logo).toBe(file_logo)
})

test('deletes a replaced or deleted logo', async () => {
  const organization = await newOrganization()
  const first = await organization.upload(png, 'logo.png', { name: 'logo', type: 'logo' })
  const second = await organization.upload(png, 'logo.png', { name: 'logo', type: 'logo' })
  expect((await app.send('GET', first.file_logo ?? '')).status).toBe(404)
  const { organization: changed } = await app.call(
    documents.deleteLogo,
    { params: { id: organization.id } },
    { token: organization.token },
  )
  expect(changed.file_logo).toBeNull()
  expect((await app.send('GET', second.file_logo ?? '')).status).toBe(404)
  expect(await organization.audit()).toMatchObject([
    { action: 'uploaded', subject: 'logo' },
    { action: 'replaced', subject: 'logo' },
    { action: 'deleted', subject: 'logo' },
  ])
})

test('shows a logo on the public page only after the setup is complete', async () => {
  const organization = await newOrganization()
  const { file_logo } = await organization.upload(png, 'logo.png', { name: 'logo', type: 'logo' })
  const find = { params: { organization: String(organization.id) } }
  const shown = async () => (await app.call(publicMatch.findPublicOrganizations, find, {})).organizations[0]?.file_logo
  expect(await shown()).toBe(file_logo)
  await app.query('UPDATE organizations SET complete = false WHERE id = $1', [organization.id])
  expect(await shown()).toBeNull()
})

test.each([
  ['an SVG with a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
  ['HTML', '<!doctype html><script>alert(1)</script>'],
  ['a GIF', 'GIF89a\u0001\u0000\u0001\u0000'],
  ['the beginning of a PNG and nothing after', '\u0089PNG\r\n\u001a\n and then words'],
])('refuses a logo that is %s, regardless of its name', async (_, content) => {
  const organization = await newOrganization()
  const refused = await organization.refused(Buffer.from(content, 'latin1'), 'logo.png', { name: 'logo', type: 'logo' })
  expect([refused.status, refused.message]).toEqual([422, 'Please select a PNG or JPG file'])
})

test('refuses an image that decodes to gigabytes', async () => {
  const wide = await sharp({ create: { width: 12_000, height: 8_000, channels: 3, background: '#000' } })
    .png()
    .toBuffer()
  const organization = await newOrganization()
  expect((await organization.refused(wide, 'logo.png', { type: 'logo' })).message).toBe(
    'Please select a PNG or JPG file',
  )
})

test('stores five documents, refuses a sixth, and can replace one', async () => {
  const organization = await newOrganization()
  for (const at of [1, 2, 3, 4, 5]) await organization.upload(pdf, `${at}.pdf`, { name: `Document ${at}` })
  expect((await organization.refused(pdf, '6.pdf', { name: 'Document 6' })).message).toBe(
    'You can keep up to five documents. Replace or delete one first.',
  )
  const third = (await organization.get()).documents[2]
  const { documents: after } = await organization.upload(png, 'new.png', { name: 'Newer', file_id: String(third?.id) })
  expect(after).toHaveLength(5)
  expect(after.find(({ id }) => id === third?.id)).toMatchObject({
    name: 'Newer',
    file: 'new.png',
    media_type: 'image/png',
  })
})

test('stores five of twenty concurrent documents', async () => {
  const organization = await newOrganization()
  await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) => organization.upload(pdf, `${at}.pdf`, { name: `D ${at}` })),
  )
  expect((await organization.get()).documents).toHaveLength(5)
})

test('stores one W-9 and one IRS letter in addition to the documents, which must be pages', async () => {
  const organization = await newOrganization()
  await organization.upload(pdf, 'w9.pdf', { name: '', type: 'w9' })
  const again = await organization.upload(png, 'scan.png', { name: '', file_id: 'w9' })
  const last = await organization.upload(pdf, 'letter.pdf', { name: '', type: 'irs' })
  expect(again.file_w9).toBe('scan.png')
  expect([last.file_w9, last.file_irs]).toEqual(['scan.png', 'letter.pdf'])
  expect((await organization.get()).documents.map(({ kind, name }) => [kind, name])).toEqual([
    ['w9', 'W-9'],
    ['irs', 'IRS determination letter'],
  ])
  expect((await organization.refused(lockedPdf, 'w9.pdf', { type: 'w9' })).message).toMatch(/^This PDF is locked/)
})

test.each([
  ['a program', 'MZ\u0090\u0000\u0003'],
  ['HTML', '<!doctype html><html></html>'],
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['the EICAR test file', 'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'],
  ['an old Word file, which may hold macros', '\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1'],
])('refuses %s as a document, regardless of its name', async (_, content) => {
  const organization = await newOrganization()
  const refused = await organization.refused(Buffer.from(content, 'latin1'), 'report.pdf', { name: 'Report' })
  expect([refused.status, refused.message]).toEqual([422, 'Please select a PDF, Word, PNG or JPG file'])
})

test('refuses a Word file with macros and accepts one without', async () => {
  const organization = await newOrganization()
  const refused = await organization.refused(
    wordFile('application/vnd.ms-word.document.macroEnabled.main+xml'),
    'a.docx',
    {
      name: 'A',
    },
  )
  expect([refused.status, refused.message]).toEqual([422, 'Please select a PDF, Word, PNG or JPG file'])
  const hidden = await organization.refused(wordFile(plainWord, 'word/vbaProject.bin'), 'a.docx', { name: 'A' })
  expect(hidden.status).toBe(422)
  const { documents: kept } = await organization.upload(wordFile(plainWord), 'a.docx', { name: 'A' })
  expect(kept[0]?.media_type).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document')
})

test('requires a name, a file and an allowed kind', async () => {
  const organization = await newOrganization()
  expect((await organization.refused(pdf, 'a.pdf', { name: ' ' })).fields).toEqual({
    name: 'Enter a name for this document.',
  })
  expect((await organization.refused(Buffer.alloc(0), 'a.pdf', { name: 'A' })).fields).toEqual({
    file: 'This file is empty.',
  })
  for (const content of ['MZ\u0090\u0000', '<html></html>', 'plain words'])
    expect((await organization.refused(Buffer.from(content, 'latin1'), 'a.pdf', { name: 'A' })).message).toBe(
      'Please select a PDF, Word, PNG or JPG file',
    )
  const large = await organization.refused(Buffer.alloc(11 * 1024 * 1024, 'x'), 'a.pdf', { name: 'A' })
  expect([large.status, large.message]).toEqual([413, 'This file is larger than 10 MB.'])
  expect((await organization.get()).documents).toEqual([])
})

test('returns the original bytes as an attachment, to members only', async () => {
  const organization = await newOrganization()
  const { documents: kept } = await organization.upload(pdf, '../../Budget “2026”.pdf', { name: 'Budget' })
  const docId = kept[0]?.id ?? 0
  const response = await organization.download(docId)
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="Budget _2026_\.pdf"/)
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(Buffer.from(await response.arrayBuffer())).toEqual(pdf)
  const other = await newOrganization('admin')
  expect((await organization.download(docId, other.token)).status).toBe(404)
  expect((await other.download(docId)).status).toBe(404)
  const theirs = { params: { id: other.id, docId } }
  expect((await app.refusal(documents.deleteDocument, theirs, { token: other.token })).status).toBe(404)
  expect((await other.refused(pdf, 'a.pdf', { name: 'A', file_id: String(docId) })).status).toBe(404)
})

test('sets the extension by content and makes names safe for headers and paths', async () => {
  const organization = await newOrganization()
  const nameIn = async (fileName: string, name: string) => {
    const { documents: kept } = await organization.upload(pdf, fileName, { name })
    const last = kept.at(-1)
    await app.call(
      documents.deleteDocument,
      { params: { id: organization.id, docId: last?.id ?? 0 } },
      { token: organization.token },
    )
    return [last?.file, last?.name]
  }
  expect(await nameIn('setup.exe', 'A')).toEqual(['setup.exe.pdf', 'A'])
  expect(await nameIn('C:\\papers\\Letter.PDF', 'B')).toEqual(['Letter.PDF', 'B'])
  expect(await nameIn('\u202Efdp.scr', 'a\r\nX: y\u202Eb')).toEqual(['fdp.scr.pdf', 'aX: yb'])
})

test('a download link works once, for a minute, for its requester, without a token', async () => {
  const organization = await newOrganization('read')
  const writer = await app.signIn(await app.createMember(organization.id, 'write'))
  const { documents: kept } = await organization.upload(pdf, 'a.pdf', { name: 'A' }, writer)
  const params = { id: organization.id, docId: kept[0]?.id ?? 0 }
  const linkFor = async (token: string) => (await app.call(documents.getDocumentTicket, { params }, { token })).url
  const url = await linkFor(organization.token)
  const opened = await app.send('GET', url)
  expect([opened.status, opened.headers.get('content-disposition')?.slice(0, 10)]).toEqual([200, 'attachment'])
  expect(Buffer.from(await opened.arrayBuffer())).toEqual(pdf)
  expect((await app.send('GET', url)).status).toBe(410)

  const late = await linkFor(organization.token)
  app.clock.advance({ seconds: 61 })
  expect((await app.send('GET', late)).status).toBe(410)
  const mine = await linkFor(organization.token)
  expect((await app.send('GET', mine, { token: writer })).status).toBe(410)
  expect((await app.send('GET', `/api/download/donations.csv?ticket=${mine.split('ticket=')[1]}`)).status).toBe(410)
  expect((await app.send('GET', mine)).status).toBe(200)
  const outsider = await newOrganization('admin')
  expect((await app.refusal(documents.getDocumentTicket, { params }, { token: outsider.token })).status).toBe(404)
})

test('a download link stops working when its person is removed', async () => {
  const organization = await newOrganization()
  const { documents: kept } = await organization.upload(pdf, 'a.pdf', { name: 'A' })
  const params = { id: organization.id, docId: kept[0]?.id ?? 0 }
  const { url } = await app.call(documents.getDocumentTicket, { params }, { token: organization.token })
  await app.query('DELETE FROM members WHERE organization_id = $1', [organization.id])
  app.clock.advance({ seconds: 1 })
  expect((await app.send('GET', url)).status).toBe(404)
})

test('does not return a file that differs from the upload', async () => {
  const organization = await newOrganization()
  const { documents: kept } = await organization.upload(pdf, 'a.pdf', { name: 'A' })
  const docId = kept[0]?.id ?? 0
  const [row] = await app.query<{ file_key: string }>('SELECT file_key FROM organization_documents WHERE id = $1', [
    docId,
  ])
  const key = row?.file_key ?? ''
  await app.platform.files.remove(key)
  expect((await organization.download(docId)).status).toBe(404)
  await app.platform.files.keep(Buffer.from('%PDF-1.7 half of'), key)
  const response = await organization.download(docId)
  expect([response.status, await response.text()]).toEqual([
    404,
    expect.stringContaining('Our copy of this file is damaged'),
  ])
})

test('a deleted document returns 404', async () => {
  const organization = await newOrganization()
  const { documents: kept } = await organization.upload(pdf, 'a.pdf', { name: 'A' })
  const params = { id: organization.id, docId: kept[0]?.id ?? 0 }
  const { organization: changed } = await app.call(documents.deleteDocument, { params }, { token: organization.token })
  expect(changed.documents).toEqual([])
  expect((await organization.download(params.docId)).status).toBe(404)
  expect((await app.refusal(documents.deleteDocument, { params }, { token: organization.token })).status).toBe(404)
})

test('a reader cannot upload', async () => {
  const organization = await newOrganization('read')
  expect((await organization.refused(png, 'logo.png', { type: 'logo' })).status).toBe(403)
})

const packed = async (change: (made: PDFDocument) => unknown): Promise<Buffer> => {
  const made = await PDFDocument.create()
  made.addPage()
  await change(made)
  return Buffer.from(await made.save())
}
const opening = (action: Record<string, string>) =>
  packed((made) => made.catalog.set(PDFName.of('OpenAction'), made.context.obj({ Type: 'Action', ...action })))
type Annotation = Record<string, string | Record<string, string | Record<string, never>>>
const annotate = (made: PDFDocument, annotation: Annotation) =>
  made.getPage(0).node.set(PDFName.of('Annots'), made.context.obj([annotation]))

test.each([
  ['a script', () => packed((made) => made.addJavaScript('greet', 'app.alert(1)'))],
  ['a script on opening', () => opening({ S: 'JavaScript' })],
  ['a program to start', () => opening({ S: 'Launch' })],
  ['an attached file', () => packed((made) => made.attach(Buffer.from('MZ'), 'run.exe'))],
  ['a page’s attachment', () => packed((made) => annotate(made, { Subtype: 'FileAttachment' }))],
  ['an attachment of undeclared type', () => packed((made) => annotate(made, { FS: { EF: {} } }))],
  ['a script of a 3D view', () => packed((made) => annotate(made, { '3DD': { OnInstantiate: 'x' } }))],
  ['an XFA form', () => packed((made) => made.catalog.set(PDFName.of('AcroForm'), made.context.obj({ XFA: [] })))],
  ['a script in a broken file, its name escaped', async () => Buffer.from('%PDF-1.7\n<< /S /J#61vaScript >>')],
])('refuses a PDF with %s', async (_, make) => {
  const organization = await newOrganization()
  const refused = await organization.refused(await make(), 'form.pdf', { name: 'Form', type: 'document' })
  expect([refused.status, refused.message]).toEqual([422, documents.documentMessages.active])
})

test('a PDF whose title looks like a script is accepted', async () => {
  await refuseActiveContent(await packed((made) => made.setTitle('/JavaScript /JS /Launch')))
  await refuseActiveContent(pdf)
})

/** A valid PDF with compressed objects that inflate to these numbers of bytes. */
function inflating(...sizes: readonly number[]): Buffer {
  const objects = sizes.flatMap((size, index) => {
    const packedObject = deflateSync(`${index + 20} 0 null`.padEnd(size))
    const head = `${index + 3} 0 obj\n<< /Type /ObjStm /N 1 /First 5 /Filter /FlateDecode /Length ${packedObject.length} >>`
    return [Buffer.from(`${head}\nstream\n`), packedObject, Buffer.from('\nendstream\nendobj\n')]
  })
  const catalog =
    '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n'
  return Buffer.concat([
    Buffer.from(`%PDF-1.7\n${catalog}`),
    ...objects,
    Buffer.from('trailer << /Root 1 0 R >>\n%%EOF\n'),
  ])
}

/** A valid zlib stream that inflates to this number of spaces. */
function bomb(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(1_000_000, ' '), { finishFlush: constants.Z_SYNC_FLUSH })
  return Buffer.concat([Buffer.of(0x78, 0x9c), ...Array.from({ length: megabytes }, () => block), Buffer.of(3, 0)])
}
const pdfWith = (filters: string, ...streams: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    Buffer.from('2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n'),
    ...streams.flatMap((stream, index) => [
      Buffer.from(
        `${index + 3} 0 obj\n<< /Type /ObjStm /N 1 /First 5 /Filter ${filters} /Length ${stream.length} >>\n`,
      ),
      Buffer.from('stream\n'),
      stream,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
    Buffer.from('trailer << /Root 1 0 R >>\n%%EOF\n'),
  ])
/** Each pair of bytes becomes 128. */
const runs = (megabytes: number): Buffer => Buffer.alloc((megabytes * 1_000_000) / 64, Buffer.of(129, 32))

test.each([
  ['an object stream', () => pdfWith('/FlateDecode', bomb(900))],
  ['several object streams', () => pdfWith('/FlateDecode', bomb(500), bomb(500), bomb(500))],
  ['a stream that is compressed twice', () => pdfWith('[/FlateDecode /FlateDecode]', deflateSync(bomb(900)))],
  ['runs in a compressed stream', () => pdfWith('[/FlateDecode /RunLengthDecode]', deflateSync(runs(900)))],
])('a PDF that inflates to most of a gigabyte is refused: %s', { timeout: 120_000 }, async (_, make) => {
  const organization = await newOrganization()
  await refuseActiveContent(inflating(1_000_000, 1_000_000))
  const bytes = make()
  expect(bytes.length).toBeLessThan(2_000_000)
  const refused = await organization.refused(bytes, 'form.pdf', { name: 'Form', type: 'document' })
  expect(refused).toMatchObject({ status: 422, message: documents.documentMessages.unchecked })
})
