import { columnsIn, donationColumns, donations, type ImportedColumn, importedColumns } from '@twofold/contract'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { csv, header, uploader } from './uploads.testing.ts'

const fields: Readonly<Record<ImportedColumn, { cell: string; answer: unknown; download: string }>> = {
  gift_kind: { cell: 'Stock', answer: 'stock', download: 'Stock or securities' },
  employment: { cell: 'Retired', answer: 'retired', download: 'Retiree' },
}

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

test("a donor's language is read from a file, and later files fill in blanks", async () => {
  const uploads = await uploader(app)
  const languages = async () =>
    (
      await app.query<{ name: string; language: string }>(
        'SELECT name, language FROM donors WHERE organization_id = $1 ORDER BY name',
        [uploads.id],
      )
    ).map(({ name, language }) => [name, language])
  const file = csv(
    `${header},Preferred Language`,
    'a1,2026-03-04,10,Ann,ann@example.org,,Français (Canada)',
    'b1,2026-03-05,10,Bo,bo@example.org,,',
    'c1,2026-03-05,10,Cy,cy@example.org,,Klingon',
    'd1,2026-03-05,10,Di,di@example.org,,en-US',
  )
  expect((await uploads.test(file)).map).toMatchObject({ preferred_language: 'donor.language' })
  await uploads.upload(file)
  expect(await languages()).toEqual([
    ['Ann', 'fr'],
    ['Bo', ''],
    ['Cy', ''],
    ['Di', 'en'],
  ])
  await uploads.upload(
    csv(
      `${header},Locale`,
      'a2,2026-04-04,10,Ann,ann@example.org,,es',
      'b2,2026-04-05,10,Bo,bo@example.org,,es_MX',
      'c2,2026-04-05,10,Cy,cy@example.org,,English',
    ),
  )
  expect((await languages()).slice(0, 3)).toEqual([
    ['Ann', 'fr'],
    ['Bo', 'es'],
    ['Cy', 'en'],
  ])
})

test.each(importedColumns)(
  '%s is read from a file, appears in list, detail, download and API, and the next file changes it',
  async (id) => {
    const { label, target } = donationColumns[id]
    const { cell, answer, download } = fields[id]
    const uploads = await uploader(app)
    const file = csv(
      `${header},${label}`,
      `a,2026-03-04,10,Ann,ann@example.org,,${cell}`,
      'b,2026-03-05,10,Bo,bo@example.org,,',
    )
    expect((await uploads.test(file)).map).toMatchObject({ [label.toLowerCase().replaceAll(' ', '_')]: target.name })
    await uploads.upload(file)

    const at = { token: uploads.token }
    const listed = (await app.call(donations.listDonations, { params: { id: uploads.id } }, at)).donations
    const [blank, given] = listed
    expect([blank?.[id], given?.[id]]).toEqual([target.blank, answer])
    const { donation } = await app.call(donations.getDonation, { params: { id: given?.id ?? 0 } }, at)
    expect(donation[id]).toBe(answer)

    const { url } = await app.call(donations.getDonationsCsvTicket, { params: { id: uploads.id } }, at)
    const rows: Record<string, string>[] = parse(await (await app.send('GET', url)).text(), {
      columns: true,
      bom: true,
    })
    const isDownloaded = columnsIn('csv').some((one) => String(one) === id)
    expect(rows.map((row) => row[label])).toEqual(isDownloaded ? ['', download] : [undefined, undefined])

    const change = csv(`Match ID,${label}`, `${blank?.id},${cell}`)
    await uploads.upload(change)
    const changed = (await app.call(donations.getDonation, { params: { id: blank?.id ?? 0 } }, at)).donation
    expect(changed[id]).toBe(answer)
    expect(changed.events.at(-1)).toMatchObject({
      action: 'edit',
      changes: [{ field: id, from: target.blank, to: answer }],
    })
  },
)
