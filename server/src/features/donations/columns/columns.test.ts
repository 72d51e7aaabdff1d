import { donationColumns } from '@twofold/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { grantTenant, inTenant } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { startTestApp, type TestApp } from '../../../testing/index.ts'
import { columnJoins, displayTextOf, type SimpleColumn, statusJoin } from './columns.queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const isSimple = (id: string): id is SimpleColumn =>
  Object.entries(donationColumns).some(([name, { kind }]) => name === id && kind !== 'made')
const cellRow = z.object({ cell: z.string().nullable() })

it('every column except computed ones has a text form for files', async () => {
  const organization = await app.createOrganization()
  await app.createDonations([{ organization, donor: 'Greta Testwell', at: '2026-06-01' }])
  const cells = await inTenant(app.platform.database, grantTenant(organization, [organization]), async (db) => {
    const read: Record<string, string | null> = {}
    for (const id of Object.keys(donationColumns).filter(isSimple)) {
      const { rows } = await sql(cellRow)`
        SELECT (${displayTextOf(id)})::text AS cell FROM donations d ${columnJoins} ${statusJoin}`.execute(db)
      read[id] = rows[0]?.cell ?? null
    }
    return read
  })
  expect(cells).toMatchObject({
    donor_name: 'Greta Testwell',
    silenced: 'no',
    gift_kind: 'Money',
    payment_state: 'None',
  })
})
