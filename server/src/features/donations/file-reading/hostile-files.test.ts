import { deflateRawSync } from 'node:zlib'
import { CFB, read, utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createFileReader, defaultLimits, describeTable, FileRefused, proposeMap, readTable } from './index.ts'

const gifts = [
  ['Gift ID', 'Date', 'Amount', 'Name', 'Email'],
  ['1', '2026-03-04', 25, 'Ada Example', 'ada@example.org'],
  ['2', '2026-03-05', 26.5, 'Bo Example', 'bo@example.org'],
]

function book(sheets: Record<string, unknown[][]>, type: 'xlsx' | 'biff8' = 'xlsx'): Buffer {
  const workbook = utils.book_new()
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(workbook, utils.aoa_to_sheet(rows), name)
  return write(workbook, { type: 'buffer', bookType: type, compression: true })
}

async function refusal(bytes: Uint8Array, name = 'gifts.xlsx'): Promise<string> {
  try {
    await readTable(bytes, name, defaultLimits)
  } catch (error) {
    if (error instanceof FileRefused) return error.code
    throw error
  }
  return 'accepted'
}

function withSheet(workbook: Buffer, change: (xml: string) => string): Buffer {
  const file = CFB.read(workbook, { type: 'buffer' })
  const sheet = CFB.find(file, '/xl/worksheets/sheet1.xml')
  if (!sheet) throw new Error('the workbook has a sheet')
  sheet.content = Buffer.from(change(Buffer.from(sheet.content).toString()))
  return Buffer.from(CFB.write(file, { type: 'buffer', fileType: 'zip' }) as Buffer)
}

function zip(entries: { name: string; content: Buffer; size?: number; flags?: number }[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, size = content.length, flags = 0 } of entries) {
    const packed = deflateRawSync(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(flags, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(size, 18)
    facts.writeUInt16LE(name.length, 22)
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    files.push(Buffer.from('PK\x03\x04', 'latin1'), facts, Buffer.from(name), packed)
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, tail, Buffer.from(name))
    offset += 30 + name.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, ...directory, end])
}

describe('files that are not tables', () => {
  test.each([
    ['an empty file', Buffer.alloc(0), 'file_empty'],
    ['blank lines', Buffer.from('\n\n  \n'), 'file_empty'],
    ['column names only', Buffer.from('Date,Amount,Name\n'), 'no_rows'],
    ['a PDF', Buffer.from('%PDF-1.7 ...'), 'not_a_spreadsheet'],
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0]), 'not_a_spreadsheet'],
    [
      'random bytes',
      Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919 + (at >> 3) * 104729) % 256)),
      'not_a_spreadsheet',
    ],
    ['a letter', Buffer.from('Dear friends,\nthank you.\n'), 'not_a_spreadsheet'],
    ['half of a workbook', book({ Gifts: gifts }).subarray(0, 2000), 'damaged_workbook'],
    ['a zip of something else', zip([{ name: 'photo.txt', content: Buffer.from('x') }]), 'not_a_spreadsheet'],
    [
      'a document of another office',
      zip([{ name: 'content.xml', content: Buffer.from('<x/>') }]),
      'unsupported_workbook',
    ],
    ['an old Excel header and nothing else', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'damaged_workbook'],
    ['too many bytes', Buffer.alloc(defaultLimits.maxBytes + 1, 'a'), 'file_too_large'],
  ])('%s is refused with a helpful message', async (_, bytes, code) => {
    const name = code === 'not_a_spreadsheet' ? 'gifts.xls' : 'gifts.csv'
    expect(await refusal(bytes, name)).toBe(code)
    await expect(readTable(bytes, name, defaultLimits)).rejects.toThrow(/^[A-Z].*\.$/)
  })
})

describe('malicious workbooks', () => {
  test('one that inflates to 256 MB is refused before inflating', async () => {
    const bomb = zip([{ name: 'xl/workbook.xml', content: Buffer.alloc(256 * 1024 * 1024, 'a') }])
    expect(bomb.length).toBeLessThan(1_000_000)
    expect(await refusal(bomb)).toBe('inflates_too_much')
  })

  test('one with a false size is refused while inflating', async () => {
    const liar = zip([{ name: 'xl/workbook.xml', content: Buffer.alloc(50_000_000, 'a'), size: 100 }])
    expect(await refusal(liar)).toBe('damaged_workbook')
  })

  test('one with ten thousand parts is refused', async () => {
    const many = zip(Array.from({ length: 10_000 }, (_, at) => ({ name: `xl/${at}.xml`, content: Buffer.from('x') })))
    expect(await refusal(many)).toBe('inflates_too_much')
  })

  test('XML entities are never expanded', async () => {
    const laugh = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'
    expect(await refusal(zip([{ name: 'xl/workbook.xml', content: Buffer.from(laugh) }]))).toBe('damaged_workbook')
  })

  test('a password-protected workbook is refused in both formats', async () => {
    expect(await refusal(zip([{ name: 'xl/workbook.xml', content: Buffer.from('x'), flags: 1 }]))).toBe(
      'password_protected',
    )
    const locked = CFB.utils.cfb_new()
    CFB.utils.cfb_add(locked, '/EncryptionInfo', Buffer.from('x'))
    CFB.utils.cfb_add(locked, '/EncryptedPackage', Buffer.alloc(5000))
    expect(await refusal(Buffer.from(CFB.write(locked, { type: 'buffer' }) as Buffer))).toBe('password_protected')
    const old = CFB.utils.cfb_new()
    CFB.utils.cfb_add(
      old,
      '/Workbook',
      Buffer.concat([Buffer.from('0908100000060500bb0dcc0700000000060000002f003600', 'hex'), Buffer.alloc(5000)]),
    )
    expect(await refusal(Buffer.from(CFB.write(old, { type: 'buffer' }) as Buffer))).toBe('password_protected')
  })

  test('sixteen thousand columns are refused; empty ones do not count', async () => {
    const names = Array.from({ length: 16_000 }, (_, at) => `Column ${at}`)
    const values = names.map((_, at) => at)
    expect(await refusal(book({ Gifts: [names, values] }))).toBe('too_many_columns')
    expect(await refusal(Buffer.from(`${names.join()}\n${values.join()}\n`), 'wide.csv')).toBe('too_many_columns')
    expect(await refusal(Buffer.from(`a,b\n1,2${','.repeat(15_000)}\n`), 'wide.csv')).toBe('accepted')
  })

  test('a sheet that claims a million rows is read by its actual cells', async () => {
    const workbook = read(book({ Gifts: gifts }))
    const sheet = workbook.Sheets.Gifts
    if (sheet) sheet['!ref'] = 'A1:XFD1048576'
    const claimed = book({ Gifts: gifts })
    const table = await readTable(claimed, 'gifts.xlsx', defaultLimits)
    expect(table.rows.length).toBe(2)
  })
})

describe('ordinary workbooks', () => {
  test('the sheet with the gifts is chosen, the others are listed, and another can be selected', async () => {
    const bytes = book({
      Summary: [
        ['Total raised', 51.5],
        ['Gifts', 2],
        ['Period', 'March'],
      ],
      Gifts: gifts,
      'Last year': gifts.slice(0, 2),
    })
    const table = await readTable(bytes, 'gifts.xlsx', defaultLimits)
    expect(table.sheet).toBe('Gifts')
    expect(table.warnings.map(({ code }) => code)).toContain('several_sheets')
    expect((await readTable(bytes, 'gifts.xlsx', defaultLimits, { sheet: 'Last year' })).sheet).toBe('Last year')
    await expect(readTable(bytes, 'gifts.xlsx', defaultLimits, { sheet: 'Nope' })).rejects.toMatchObject({
      code: 'no_such_sheet',
    })
  })

  test('dates are days, formulas are their values, and errors stay visible', async () => {
    const workbook = utils.book_new()
    const sheet = utils.aoa_to_sheet([
      ['Spring gala'],
      [],
      ['ID', 'Date', 'Amount', 'Email', 'Zip'],
      [1, 46085, 30.299999999999997, 'ada@example.org', 2139],
      [2, 46085.5, { t: 'n', v: 12, f: 'SUM(A1:A2)' }, 'bo@example.org', 2139],
      [3, 46086, { t: 'e', v: 42 }, 'cy@example.org', 2139],
    ])
    sheet['!merges'] = [{ s: { r: 0, c: 0 }, e: { r: 0, c: 4 } }]
    for (const at of ['B4', 'B5', 'B6']) Object.assign(sheet[at], { z: 'm/d/yyyy' })
    for (const at of ['E4', 'E5', 'E6']) Object.assign(sheet[at], { z: '00000' })
    utils.book_append_sheet(workbook, sheet, 'Gifts')
    for (const bookType of ['xlsx', 'biff8', 'xlml'] as const) {
      const table = await readTable(write(workbook, { type: 'buffer', bookType }), 'gala.xls', defaultLimits)
      expect(table.headerRow, bookType).toBe(3)
      expect(
        table.rows.map(({ cells }) => cells.slice(1, 3)),
        bookType,
      ).toEqual([
        ['2026-03-04', '30.3'],
        ['2026-03-04 12:00:00', '12'],
        ['2026-03-05', '#N/A'],
      ])
      expect(table.rows[0]?.cells[4], bookType).toBe('02139')
    }
  })

  test('integers keep all their digits, or the file is refused with a message', async () => {
    const sheetOf = (id: number) => ({
      Gifts: [...(gifts.slice(0, 1) as unknown[][]), [id, '2026-03-04', 25, 'Ada Example', 'ada@example.org']],
    })
    const idIn = async (bytes: Uint8Array) => (await readTable(bytes, 'gifts.xlsx', defaultLimits)).rows[0]?.cells[0]
    expect(await idIn(book(sheetOf(1_234_567_890_123_456)))).toBe('1234567890123456')
    expect(await idIn(book(sheetOf(1_234_567_890_123_456), 'biff8'))).toBe('1234567890123456')
    const long = withSheet(book(sheetOf(1_234_567_890_123_456)), (xml) =>
      xml.replace('1234567890123456<', '12345678901234567891<'),
    )
    expect(await idIn(long)).toBe('12345678901234567891')
    const lost = book(sheetOf(2 ** 60), 'biff8')
    await expect(readTable(lost, 'x.xls', defaultLimits)).rejects.toThrow(
      /shortened the number in cell A2.* Export .* \.csv/,
    )
  })

  test('the 1904 epoch results in the same days', async () => {
    const workbook = utils.book_new()
    const sheet = utils.aoa_to_sheet([
      ['ID', 'Date', 'Amount', 'Email'],
      ['1', 44623, 5, 'ada@example.org'],
    ])
    Object.assign(sheet.B2, { z: 'yyyy-mm-dd' })
    utils.book_append_sheet(workbook, sheet, 'Gifts')
    workbook.Workbook = { WBProps: { date1904: true } }
    const table = await readTable(write(workbook, { type: 'buffer', bookType: 'xlsx' }), 'gifts.xlsx', defaultLimits)
    expect(table.epoch).toBe(1904)
    expect(table.rows[0]?.cells[1]).toBe('2026-03-04')
  })

  test('4,001 rows are refused with their number, also far above the limit', async () => {
    const rows = (count: number) => [
      gifts[0] ?? [],
      ...Array.from({ length: count }, (_, at) => [`T${at}`, '2026-03-04', 5, 'Ada Example', 'a@example.org']),
    ]
    await expect(readTable(book({ Gifts: rows(4001) }), 'x.xlsx', defaultLimits)).rejects.toThrow(/4,001 rows/)
    await expect(readTable(book({ Gifts: rows(7000) }), 'x.xlsx', defaultLimits)).rejects.toThrow(/7,000 rows/)
    await expect(readTable(book({ Gifts: rows(20_000) }), 'x.xlsx', defaultLimits)).rejects.toThrow(
      /(19,999|20,000) rows/,
    )
    expect((await readTable(book({ Gifts: rows(4000) }), 'x.xlsx', defaultLimits)).rows.length).toBe(4000)
  })

  test('HTML and tab-separated text named .xls are read by content', async () => {
    const html =
      '<html><body><table><tr><th>Date</th><th>Amount</th><th>E&amp;Mail email</th></tr><tr><td>2026-03-04</td><td>$1,234.50</td><td>zo&euml;@example.org</td></tr></table></body></html>'
    const table = await readTable(Buffer.from(html), 'report.xls', defaultLimits)
    expect(table.rows[0]?.cells.slice(0, 2)).toEqual(['2026-03-04', '$1,234.50'])
    const tabs = await readTable(
      Buffer.from('Date\tAmount\tEmail\n2026-03-04\t5\ta@example.org\n'),
      'report.xls',
      defaultLimits,
    )
    expect(tabs.separator).toBe('\t')
  })
})

describe('files designed to be slow', () => {
  const header = 'Date,Amount,Email\n2026-03-04,5,a@example.org\n'
  const page = (inside: string) =>
    `<table><tr><th>Date<th>Amount<th>Email<tr><td>2026-03-04<td>5<td>a@example.org</table>${inside}`
  const sheetWith = (change: (xml: string) => string) => withSheet(book({ Gifts: gifts }), change).toString('latin1')
  test.each([
    [
      'a cell in the last place that can be written',
      sheetWith((xml) =>
        xml.replace('</sheetData>', '<row r="999999999"><c r="ZZZZZZ999999999" t="str"><v>x</v></c></row></sheetData>'),
      ),
    ],
    [
      'a link from the first to the last cell',
      sheetWith((xml) =>
        xml.replace(
          '</sheetData>',
          '</sheetData><hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>',
        ),
      ),
    ],
    [
      'a billionth row of an old workbook',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="S"><Table><Row ss:Index="999999999"><Cell ss:Index="16000000"><Data ss:Type="String">x</Data></Cell></Row></Table></Worksheet></Workbook>',
    ],
    ['a cell of nothing but opened tags', page(`<table><tr><td ${'<'.repeat(1_000_000)}`)],
    ['tags that never close', page('<a>'.repeat(300_000) + '</b>'.repeat(300_000))],
    ['tables within tables', page('<table>'.repeat(300_000))],
    ['entities that never end', page(`<table><tr><td>${'&'.repeat(1_000_000)}`)],
    ['a column name of brackets', `"${'('.repeat(1_000_000)}${'['.repeat(1_000_000)}",${header}`],
    ['a cell of quotation marks', `${header}"${'"x'.repeat(1_000_000)}`],
    ['lines of an opening quotation mark', `${header}${'"\n'.repeat(1_000_000)}`],
    ['a cell of blanks', `${header}2026-03-04,5${' '.repeat(2_000_000)}x,a@example.org\n`],
  ])('%s takes time proportional to its length', async (_, text) => {
    const bytes = Buffer.from(text, text.startsWith('PK') ? 'latin1' : 'utf8')
    const started = process.cpuUsage()
    try {
      const table = await readTable(bytes, 'report.csv', defaultLimits)
      const { map } = proposeMap(table, { hasChapters: true, names: ['Riverbend'] })
      describeTable(table, map, { today: '2026-11-21' })
    } catch (error) {
      expect(error).toBeInstanceOf(FileRefused)
    }
    // Quadratic work on this many bytes takes 15 minutes.
    expect(process.cpuUsage(started).user / 1_000).toBeLessThan(15_000)
  })
})

test('arbitrary bytes cause no error but a refusal', async () => {
  const seeds = [book({ Gifts: gifts }), book({ Gifts: gifts }, 'biff8'), Buffer.from('a,"b\n1,2\n"x')]
  const mutated = fc
    .tuple(fc.constantFrom(...seeds), fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 20 }))
    .map(([seed, changes]) => {
      const bytes = Buffer.from(seed)
      for (const [at, value] of changes) bytes[at % bytes.length] = value
      return new Uint8Array(bytes)
    })
  const anything = fc.oneof(
    mutated,
    fc.uint8Array({ maxLength: 400 }),
    fc.string({ maxLength: 300 }).map((text) => new Uint8Array(Buffer.from(text))),
  )
  // The parser never ends on some bytes, and its thread is ended.
  const reader = createFileReader({ timeoutMs: 20_000 })
  onTestFinished(() => reader.close())
  const file = { owner: 1, fileName: 'x.csv' }
  const today = '2026-11-21'
  await fc.assert(
    fc.asyncProperty(anything, async (bytes) => {
      try {
        const { table, proposal } = await reader.preCheck(
          { bytes: bytes.slice() },
          { ...file, organization: { hasChapters: false }, today },
        )
        const options = { today, dateOrder: 'mdy', leaveOutAttention: true } as const
        const { result } = await reader.readGifts({ bytes: bytes.slice() }, { ...file, map: proposal.map, options })
        const { gifts: read, rejected, leftOut } = result
        expect(read.length + rejected.length + leftOut.length).toBe(table.rowCount)
      } catch (error) {
        expect(error).toBeInstanceOf(FileRefused)
        expect(error).not.toMatchObject({ code: 'reader_failed' })
      }
    }),
    { numRuns: 250 },
  )
})
