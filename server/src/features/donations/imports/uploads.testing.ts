import { readFileSync } from 'node:fs'
import { imports } from '@twofold/contract'
import { expect } from 'vitest'
import type { TestApp } from '../../../testing/index.ts'

export async function uploader(app: TestApp, columns: Readonly<Record<string, unknown>> = {}) {
  const id = await app.createOrganization({ name: 'Riverbend Example Foundation', ...columns })
  const token = await app.signIn(await app.createMember(id, 'write'))
  const params = { id }
  const get = async (importId: number) =>
    (await app.call(imports.getImport, { params: { id, importId } }, { token })).import

  const test = (file: GivenFile, fields: Fields = {}) =>
    app.call(imports.testImportFile, { params, form: formOf(file, fields) }, { token })
  const send = async (file: GivenFile, fields: Fields) =>
    (await app.call(imports.uploadImportFile, { params, form: formOf(file, fields) }, { token })).import
  const ended = async (importId: number) => {
    await expect.poll(async () => (await get(importId)).state).toMatch(/^(done|failed|undone)$/)
    return get(importId)
  }
  return {
    id,
    token,
    get,
    test,
    send,
    ended,
    upload: async (file: GivenFile, fields: Fields = {}) => {
      const { map } = await test(file)
      return ended((await send(file, { map: JSON.stringify(map), ...fields })).id)
    },
    rejects: async (importId: number) =>
      (await app.sendRoute(imports.downloadImportRejects, { params: { id, importId } }, { token })).text(),
    undo: async (importId: number) => {
      const { import: begun } = await app.call(imports.undoImport, { params: { id, importId } }, { token })
      expect(begun).toMatchObject({ state: 'undoing', phase: 'undoing', error: null, can_undo: false })
      return ended(importId)
    },
    countDonations: async () => {
      const [row] = await app.query<{ n: number; cents: string }>(
        `SELECT count(*)::int AS n, coalesce(sum(amount_cents) FILTER (WHERE counted), 0) AS cents FROM donations d
         JOIN organizations o ON o.id = d.organization_id WHERE $1 IN (o.id, o.parent_id)`,
        [id],
      )
      return { gifts: row?.n ?? 0, cents: Number(row?.cents) }
    },
  }
}

export type GivenFile = { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> | string }
type Fields = Readonly<Record<string, string>>

export function formOf({ name, bytes }: GivenFile, fields: Fields = {}): FormData {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append('donations', new Blob([bytes]), name)
  return form
}

export const exported = (name: string): GivenFile => ({
  name,
  bytes: new Uint8Array(readFileSync(new URL(`../file-reading/fixtures/${name}`, import.meta.url))),
})

export const csv = (...lines: readonly string[]): GivenFile => ({ name: 'gifts.csv', bytes: `${lines.join('\n')}\n` })

export const header = 'transaction_id,donated_at,amount,donor_name,donor_email,company_name'
