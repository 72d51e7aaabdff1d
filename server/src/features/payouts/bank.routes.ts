import { bankLines } from '@twofold/contract'
import { z } from 'zod'
import { inTenant } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { type ServedRoute, serve } from '../../platform/http/serve.ts'
import type { Writing } from '../donations/index.ts'
import { defaultLimits, type FileReader, readUploadForm, refusalOfFile } from '../imports/index.ts'
import { type BankRow, countBankRows, listAwaitedPayouts, listBankRows } from './bank.queries.ts'
import { addToBank, removeFromBank, restoreToBank, settleBank } from './bank.ts'
import { readStatement } from './reading/bank-statement.ts'
import { presentBankLine } from './tie-bank-lines.ts'

const { bankLinesAPage, bankMessages } = bankLines

export const bankRoutes = ({ reader }: { readonly reader: FileReader }): ServedRoute[] => [
  serve(bankLines.listBankLines, async ({ platform, tenant, query: { page, waiting } }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const place = { waiting, limit: bankLinesAPage, offset: (page - 1) * bankLinesAPage }
        const rows = await listBankRows(db, tenant, place)
        const counts = await countBankRows(db, tenant)
        const awaited = rows.some(({ payout_id }) => payout_id === null) ? await listAwaitedPayouts(db, tenant) : []
        return {
          lines: rows.map((row) => presentBankLine(row, awaited)),
          total: waiting ? counts.waiting : counts.lines,
          waiting: counts.waiting,
        }
      },
      { readOnly: true, snapshot: true },
    ),
  ),

  serve(bankLines.addBankLine, async (call) => {
    const { day, text, amount } = call.body
    return addToBank(call, () => ({ lines: [{ day, text, cents: Math.round(amount * 100) }], leftOut: 0 }), {
      typed: true,
    })
  }),

  serve(bankLines.uploadBankStatement, async (call) => {
    const { file } = await readUploadForm(call.request, noFields, 'statement')
    try {
      const given = { owner: call.tenant.organizationId, fileName: file.name, limits: defaultLimits }
      const table = await reader.readTable({ bytes: file.bytes }, given)
      return await addToBank(call, (today) => {
        const statement = readStatement(table, today)
        if (!statement)
          throw new Refusal('invalid', bankMessages.columns, { fields: { statement: bankMessages.columns } })
        return statement
      })
    } catch (error) {
      throw refusalOfFile(error, 'statement')
    }
  }),

  serve(bankLines.settleBankLine, async (call) => {
    return { line: await presented(call, await settleBank(call, call.params.bankLineId, call.body.payout_id)) }
  }),

  serve(bankLines.removeBankLine, async (call) => {
    await removeFromBank(call, call.params.bankLineId)
    return {}
  }),

  serve(bankLines.restoreBankLine, async (call) => ({
    line: await presented(call, await restoreToBank(call, call.params.bankLineId)),
  })),
]

async function presented({ platform, tenant }: Writing, row: BankRow): Promise<bankLines.BankLine> {
  const awaited =
    row.payout_id === null
      ? await inTenant(platform.database, tenant, (db) => listAwaitedPayouts(db, tenant), { readOnly: true })
      : []
  return presentBankLine(row, awaited)
}

const noFields = z.object({})
