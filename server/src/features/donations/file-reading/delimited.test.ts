import iconv from 'iconv-lite'
import { describe, expect, test } from 'vitest'
import { checkMap, defaultLimits, proposeMap, readGifts, readTable, rejectedRowsCsv } from './index.ts'

const today = '2026-11-21'
const open = (text: string | Buffer, name = 'gifts.csv') => readTable(Buffer.from(text), name, defaultLimits)

const accents =
  'Gift ID,Date,Amount,Name,Email,Employer\n1,2026-03-04,5.00,Zoë Québec,zoe@example.org,Société Générale\n2,2026-03-05,6.00,José Muñoz,jose@example.org,L’Oréal\n3,2026-03-06,7.00,Jürgen Größe,j@example.org,Nestlé\n'

describe('encodings', () => {
  test.each([
    ['utf-8', Buffer.from(accents), 'utf-8'],
    ['utf-8 with a mark', Buffer.from(`\ufeff${accents}`), 'utf-8'],
    ['utf-16le', Buffer.from(`\ufeff${accents}`, 'utf16le'), 'utf-16le'],
    ['utf-16le without a mark', Buffer.from(accents, 'utf16le'), 'utf-16le'],
    ['utf-16be', iconv.encode(accents, 'utf16-be', { addBOM: true }), 'utf-16be'],
    ['windows-1252', iconv.encode(accents, 'windows-1252'), 'windows-1252'],
    ['macintosh', iconv.encode(accents, 'macintosh'), 'macintosh'],
  ])('%s is decoded without damage', async (_, bytes, encoding) => {
    const table = await open(bytes)
    expect(table.encoding).toBe(encoding)
    expect(table.headers[0]).toBe('gift_id')
    expect(table.rows.map(({ cells }) => cells[3])).toEqual(['Zoë Québec', 'José Muñoz', 'Jürgen Größe'])
    expect(table.rows[1]?.cells[5]).toBe('L’Oréal')
  })

  test('decodes the euro sign of ISO-8859-15 and DOS letters', async () => {
    const euro = await open(iconv.encode('Name,Amount\nZoë Québec,12 €\nœuvre Noël,5 €\n', 'iso-8859-15'))
    expect(euro.rows.map(({ cells }) => cells.join())).toEqual(['Zoë Québec,12 €', 'œuvre Noël,5 €'])
    const dos = await open(iconv.encode('Name,Amount\nZoë Québec,12\nJosé Muñoz,5\n', 'cp850'))
    expect(dos.rows[1]?.cells[0]).toBe('José Muñoz')
  })

  test('a stray byte keeps a file UTF-8, and NULs are dropped', async () => {
    const bytes = Buffer.concat([
      Buffer.from(accents),
      Buffer.from('4,2026-03-07,8.00,Ren'),
      Buffer.from([0xe9, 0]),
      Buffer.from(' Émile,r@example.org,\n'),
    ])
    const table = await open(bytes)
    expect(table.encoding).toBe('utf-8')
    expect(table.rows[3]?.cells[3]).toBe('René Émile')
  })
})

describe('shapes of delimited text', () => {
  test.each([',', ';', '\t', '|'])('cells are separated by %j', async (separator) => {
    const text = ['Date', 'Amount', 'Name', '\r\n2026-03-04', '"1,50"', 'Ada; the "first"']
      .join(separator)
      .replace(`${separator}\r`, '\r')
      .replace('Ada; the "first"', '"Ada; the ""first"""')
    const table = await open(text)
    expect(table.separator).toBe(separator)
    expect(table.rows[0]?.cells).toEqual(['2026-03-04', '1,50', 'Ada; the "first"'])
  })

  test('quoted line breaks stay in their cell, and rows are numbered as in spreadsheets', async () => {
    const table = await open('ID,Date,Amount,Note\r1,2026-03-04,5,"two\rlines"\r\r2,2026-03-05,6,\r')
    expect(table.rows.map(({ row, sheetRow, cells }) => [row, sheetRow, cells[3]])).toEqual([
      [1, 2, 'two\rlines'],
      [2, 4, ''],
    ])
  })

  test('an unclosed quotation mark damages its own row only', async () => {
    const rows = Array.from(
      { length: 4000 },
      (_, at) => `${at},2026-03-04,5.00,${at === 3998 ? '"Ada' : 'Ada'} Example,a${at}@example.org`,
    )
    const table = await open(`ID,Date,Amount,Name,Email\n${rows.join('\n')}\n`)
    const { gifts, rejected } = readGifts(table, proposeMap(table, { hasChapters: false }).map, {
      today,
      leaveOutAttention: true,
    })
    expect([gifts.length, rejected.length]).toEqual([3999, 1])
    expect(rejected[0]).toMatchObject({ row: 3999, sheetRow: 4000, reason: 'row_damaged' })
  })

  test('an unclosed quotation mark does not join rows up to the next one', async () => {
    const table = await open(
      'ID,Date,Amount,Name,Email\n1,2026-03-04,5,"Ada,a@example.org\n2,2026-03-05,6,"Example, Bo",b@example.org\n3,2026-03-06,7,Cy,c@example.org\n',
    )
    expect(table.rows.map(({ damage }) => damage ?? 'whole')).toEqual(['open_quote', 'whole', 'whole'])
  })

  test('extra cells are damage, missing cells are blanks, and a cell may be too long', async () => {
    const table = await open(
      `ID,Date,Amount,Name\n1,2026-03-04,5,Ada\n2,2026-03-05,6\n3,2026-03-06,7,Cy,extra\n4,2026-03-07,8,${'x'.repeat(1_000_000)}\n5,2026-03-08,9,Eve\n6,2026-03-08,9,Fay\n`,
    )
    expect(table.rows.map(({ damage }) => damage ?? 'whole')).toEqual([
      'whole',
      'whole',
      'extra_cells',
      'cell_too_long',
      'whole',
      'whole',
    ])
  })

  test('blank lines between rows are skipped and not counted', async () => {
    const rows = Array.from({ length: 4000 }, (_, at) => `${at},2026-03-04,5.00,Ada Example`)
    const table = await open(`ID,Date,Amount,Name\n\n${rows.join('\n\n')}\n\n\n`)
    expect([table.rows.length, table.rows.at(-1)?.sheetRow]).toEqual([4000, 8001])
    await expect(open(`ID,Date,Amount,Name\n${[...rows, ...rows].join('\n\n')}`)).rejects.toThrow(/8,000 rows/)
  })

  test('repeated, blank and dangerous column names become distinct keys', async () => {
    const table = await open(
      'Date,Amount,,Reserved,Reserved,__proto__,constructor,"Donor’s Name"\n2026-03-04,5,x,y,z,p,c,Ada\n',
    )
    expect(table.headers).toEqual([
      'date',
      'amount',
      'column_3',
      'reserved',
      'reserved_2',
      'proto',
      'constructor_column',
      'donors_name',
    ])
    const { gifts } = readGifts(table, proposeMap(table, { hasChapters: false }).map, {
      today,
      leaveOutAttention: true,
    })
    expect(gifts[0]?.custom).toMatchObject({ column_3: 'x', proto: 'p', constructor_column: 'c' })
  })

  test('a million commas and a 10 MB cell are read quickly', async () => {
    await expect(open(`a,b\n${','.repeat(1_000_000)}\n`)).rejects.toMatchObject({ code: 'too_many_columns' })
    const table = await open(`Date,Amount,Name\n2026-03-04,5,"${'x'.repeat(9_000_000)}"\n`)
    expect(table.rows[0]?.damage).toBe('cell_too_long')
    await open(`Date,Amount,Name\n${'2026-03-04,5,""x\n'.repeat(3900)}`)
  })
})

describe('gifts', () => {
  const read = async (text: string, options = {}) => {
    const table = await open(text)
    return readGifts(table, proposeMap(table, { hasChapters: false }).map, {
      today,
      leaveOutAttention: true,
      ...options,
    })
  }

  test('an ambiguous date order raises a question, and the answer applies', async () => {
    const text = 'Date,Amount,Name,Email\n3/4/2026,5,Ada Example,a@example.org\n5/6/2026,5,Bo Example,b@example.org\n'
    await expect(read(text)).rejects.toMatchObject({ code: 'ambiguous_date_order' })
    expect((await read(text, { dateOrder: 'dmy' })).gifts.map((gift) => gift.donatedOn)).toEqual([
      '2026-04-03',
      '2026-06-05',
    ])
    expect((await read(text, { dateOrder: 'mdy' })).gifts.map((gift) => gift.donatedOn)).toEqual([
      '2026-03-04',
      '2026-05-06',
    ])
  })

  test('a bad row is rejected with its reason and does not affect the others', async () => {
    const { gifts, rejected } = await read(
      [
        'Gift ID,Date,Amount,Name,Email',
        '1,2026-03-04,5,Ada Example,ada@example.org',
        '2,2026-03-04,,Bo,bo@example.org',
        '3,2026-03-04,five,Bo,bo@example.org',
        '4,2026-03-04,0.00,Bo,bo@example.org',
        '5,2026-03-04,(5.00),Bo,bo@example.org',
        '6,,5,Bo,bo@example.org',
        '7,2026-02-30,5,Bo,bo@example.org',
        '8,2027-02-01,5,Bo,bo@example.org',
        '9,2026-03-04,5,Bo,"bo@example,org"',
        '10,2026-03-04,5,N/A,Not shared by donor',
        '1,2026-03-04,5,Ada Example,ada@example.org',
        '11,2026-03-04,5,"Example, Cy",cy@example.org; cy2@example.org',
        '12,2026-03-04,5,Dee,Dee <dee@example.org>',
      ].join('\n'),
    )
    expect(rejected.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'amount_missing'],
      [3, 'amount_invalid'],
      [4, 'amount_not_positive'],
      [5, 'amount_not_positive'],
      [6, 'date_missing'],
      [7, 'date_invalid'],
      [8, 'date_in_future'],
      [9, 'email_invalid'],
      [10, 'donor_missing'],
      [11, 'duplicate_transaction_id'],
    ])
    expect(gifts.map((gift) => gift.donorEmail)).toEqual(['ada@example.org', 'cy@example.org', 'dee@example.org'])
    for (const { problem } of rejected) expect(problem).toMatch(/^[A-Z“].*\.$/)
  })

  test('rows with a donation ID change only filled fields', async () => {
    const { updates, gifts } = await read('amply_id,amount,donated_at,employer\n77,,,Google\n78,12.50,2026-03-04,\n')
    expect(gifts).toEqual([])
    expect(
      updates.map(({ amplyId, amountCents, donatedOn, companyName }) => [amplyId, amountCents, donatedOn, companyName]),
    ).toEqual([
      ['77', null, null, 'Google'],
      ['78', 1250, '2026-03-04', ''],
    ])
  })

  test('keeps another currency with the gift, and warns', async () => {
    const { gifts, warnings } = await read(
      'Date,Amount,Currency,Name\n2026-03-04,5,eur,Ada Example\n2026-03-05,CA$6,,Bo Example\n2026-03-06,7,usd,Cy Example\n',
    )
    expect(gifts.map((gift) => gift.currency)).toEqual(['EUR', 'CAD', 'USD'])
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'other_currency', count: 1, rows: [1] }))
  })

  test.each([
    ['Amount,Currency,Amount USD', '100.00,EUR,108.50', '120.00,USD,120.00'],
    ['Gift,Gift Currency,USD equivalent', '€100,EUR,$108.50', '120,USD,'],
    ['Amount,Currency,Converted Amount,Converted Currency', '100.00,eur,108.50,usd', '120.00,usd,120.00,usd'],
    ['Amount (USD),Original Amount,Currency', '108.50,100.00,EUR', '120.00,120.00,USD'],
  ])('%s: the dollars of a gift in another currency count', async (header, foreign, own) => {
    const { gifts } = await read(
      `Date,Name,${header}\n2026-03-04,Ada Example,${foreign}\n2026-03-05,Bo Example,${own}\n`,
    )
    expect(gifts.map(({ amountCents, currency }) => [amountCents, currency])).toEqual([
      [10_850, 'USD'],
      [12_000, 'USD'],
    ])
  })

  test('an amount whose header names another currency is not in dollars', async () => {
    const { gifts } = await read('Date,Name,Amount (EUR),Fee USD\n2026-03-04,Ada Example,100.00,3.00\n')
    expect(gifts).toMatchObject([{ amountCents: 10_000, currency: 'EUR' }])
  })

  test('names written last name first are reordered', async () => {
    const { gifts } = await read(
      'Date,Amount,Name\n2026-03-04,5,"Example, Ada"\n2026-03-05,6,"Sample, Bo"\n2026-03-06,7,"Lee, Jr."\n',
    )
    expect(gifts.map((gift) => gift.donorName)).toEqual(['Ada Example', 'Bo Sample', 'Lee, Jr.'])
  })
})

test('keeps the column of a named donation field, regardless of its cells', async () => {
  const table = await open('Date,Amount,Name,Guest Email,Bank fee\n2026-03-14,5,Ada Example,bo@example.org,0.30\n')
  const keptOf = (fields: readonly string[]) =>
    Object.values(proposeMap(table, { hasChapters: false, fields }).map).slice(-2)
  expect(keptOf([])).toEqual(['ignored', 'ignored'])
  expect(keptOf(['guest_email', 'bank_fee'])).toEqual(['custom.guest_email', 'custom.bank_fee'])
})

test('the time is read from the column next to the day', async () => {
  const table = await open(
    'Date,Time,Amount,Name\n03/14/2026,11:39:27,5,Ada Example\n03/15/2026,1:05 PM,6,Bo Example\n',
  )
  const { map } = proposeMap(table, { hasChapters: false })
  const { gifts } = readGifts(table, map, { today, leaveOutAttention: true })
  expect(gifts.map((gift) => gift.donatedAt)).toEqual(['2026-03-14 11:39:27', '2026-03-15 13:05:00'])
})

test('cells designed for regular expression backtracking are read quickly', async () => {
  const long = 32_000
  const nasty = [' ', '\n', '9', '<', '(', 'a@a.', ',', '9 ', '-', 'x '].map((piece) =>
    piece.repeat(long / piece.length),
  )
  const rows = nasty.flatMap((cell) => [0, 1, 2].map(() => Array(5).fill(`"${cell}!"`).join()))
  const started = process.cpuUsage()
  const table = await open(`Date,Amount,Name,Email,Address\n${rows.join('\n')}\n`)
  const { rejected } = readGifts(table, proposeMap(table, { hasChapters: false }).map, {
    today,
    leaveOutAttention: true,
  })
  expect(rejected.length).toBe(rows.length)
  rejectedRowsCsv(table.originalHeaders, rejected)
  await open(`${nasty.map((cell) => `"${cell}"`).join()}\n1,2,3,4,5,6,7,8,9,10\n`).catch(() => null)
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(5_000)
})

describe('the check of a map', () => {
  const headers = ['a', 'b', 'c', 'd']
  const good = { a: 'amount', b: 'donated_at', c: 'donor.email', d: 'custom.d' }

  test('two columns with one target are refused with the message of the specification', () => {
    expect(checkMap({ ...good, d: 'amount' }, headers, { hasChapters: false })).toEqual({
      ok: false,
      problem: {
        title: 'Mapping Error',
        message:
          "One or more fields are mapped to the same column. Look for red dropdown buttons and reassign to 'custom' or 'do not upload'",
        columns: ['a', 'd'],
      },
    })
  })

  test('an organization with chapters requires the organization name', () => {
    expect(checkMap(good, headers, { hasChapters: true })).toMatchObject({
      problem: { title: 'Missing Required Field', message: 'Organization Name is required for this upload.' },
    })
    expect(checkMap({ ...good, d: 'organization_name' }, headers, { hasChapters: true }).ok).toBe(true)
  })

  test('amount, date and donor are required, unless rows are updates', () => {
    const without = (column: string) => checkMap({ ...good, [column]: 'ignored' }, headers, { hasChapters: false })
    expect(without('a')).toMatchObject({ problem: { message: 'Amount is required for this upload.' } })
    expect(without('b')).toMatchObject({ problem: { message: 'Date of the gift is required for this upload.' } })
    expect(without('c')).toMatchObject({
      problem: { message: 'Donor name or donor email is required for this upload.' },
    })
    expect(checkMap({ a: 'amply_id', b: 'company.name' }, headers, { hasChapters: false }).ok).toBe(true)
  })

  test('unknown targets and object property names are refused, unknown columns are dropped', () => {
    for (const target of ['nonsense', 'custom.', 'custom.__proto__', 'custom.constructor', '__proto__']) {
      expect(checkMap({ ...good, d: target }, headers, { hasChapters: false }).ok).toBe(false)
    }
    expect(checkMap({ ...good, stranger: 'amount' }, headers, { hasChapters: false })).toEqual({ ok: true, map: good })
  })
})

describe('the file of rejected rows', () => {
  test('is safe in spreadsheet programs and reads back unchanged', async () => {
    const cells = [
      '=1+1',
      '+1 (555) 010',
      '-25.00',
      '@SUM(A1)',
      '\tx',
      '＝1',
      ' =x',
      'a\n=b',
      '-',
      "O'Neil",
      '2026-03-04',
    ]
    const headers = cells.map((_, at) => `Column ${at}`)
    const csv = rejectedRowsCsv(headers, [{ row: 7, problem: 'The amount is missing.', cells }])
    const raw = await open(csv)
    expect(raw.headers.slice(-2)).toEqual(['row', 'problem'])
    expect(raw.rows[0]?.cells).toEqual([...cells, '7', 'The amount is missing.'])
    expect(csv).toContain("'=1+1")
    expect(csv).toContain("'＝1")
    expect(csv).toContain('-25.00')
    expect(csv).not.toContain("'-25.00")
    expect(Object.values(proposeMap(raw, { hasChapters: false }).map).slice(-2)).toEqual(['ignored', 'ignored'])
  })
})
