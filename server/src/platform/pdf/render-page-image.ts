/** Twice the size of paper at 72 points per inch. */
const scale = 2

/** Returns a PNG of one page, counted from 1, or null. `cleanPdf` must have sanitized the file. */
export async function renderPageImage(bytes: Uint8Array, page: number): Promise<Buffer | null> {
  const [{ PDFiumLibrary }, { default: sharp }] = await Promise.all([import('@hyzyla/pdfium'), import('sharp')])
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(Buffer.from(bytes))
    try {
      if (page < 1 || page > document.getPageCount()) return null
      const { data, width, height } = await document.getPage(page - 1).render({ scale, render: 'bitmap' })
      return await sharp(data, { raw: { width, height, channels: 4 } })
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer()
    } finally {
      document.destroy()
    }
  } finally {
    library.destroy()
  }
}
