import { bankLines, donationChanges } from '@twofold/contract'
import { z } from 'zod'
import { inTenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound, Refusal } from '../../../platform/runtime/errors.ts'
import type { WriteCall } from '../../core/audit/index.ts'
import {
  defaultLimits,
  type FileReader,
  FileRefused,
  readUploadForm,
  refuseOtherFormats,
  toFileRefusal,
} from '../../donations/file-reading/index.ts'
import { type BankRow, countBankRows, listBankRows } from './bank.queries.ts'
import { recordBankLines, removeBankLine, restoreBankLine, setPayoutsOfBankLine } from './bank.ts'
import { listStatements } from './bank-statements.queries.ts'
import { removeStatement, restoreStatement } from './bank-statements.ts'
import { presentBankLines } from './present-bank-lines.ts'
import { isPayoutReport, readStatement, type Statement, type StatementDefaults } from './reading/bank-statement.ts'

const { bankLinesPerPage, bankMessages } = bankLines
const { dateAhead } = donationChanges.changeMessages

export const bankRoutes = ({ reader }: { readonly reader: FileReader }): ServedRoute[] => [
  serve(bankLines.listBankLines, async ({ platform, tenant, query: { page, waiting } }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const pageOptions = { waiting, limit: bankLinesPerPage, offset: (page - 1) * bankLinesPerPage }
        const rows = await listBankRows(db, tenant, pageOptions)
        const counts = await countBankRows(db, tenant)
        return {
          lines: await presentBankLines(db, tenant, rows),
          total: waiting ? counts.waiting : counts.lines,
          waiting: counts.waiting,
        }
      },
      { readOnly: true, snapshot: true },
    ),
  ),

  serve(bankLines.addBankLine, async (call) => {
    const { day, text, amount } = call.body
    const cents = Math.round(amount * 100)
    const typedStatement = ({ currency, today }: StatementDefaults): Statement => {
      if (day > today) throw new Refusal('invalid', dateAhead, { fields: { day: dateAhead } })
      return { lines: [{ day, text, cents, currency }], leftOut: 0 }
    }
    return recordBankLines(call, typedStatement)
  }),

  serve(bankLines.uploadBankStatement, async (call) => {
    const { file } = await readUploadForm(call.request, noFields, 'statement')
    refuseOtherFormats(file.name, 'statement')
    try {
      const tableOptions = { owner: call.tenant.organizationId, fileName: file.name, limits: defaultLimits }
      const table = await reader.readTable({ bytes: file.bytes }, tableOptions)
      if (isPayoutReport(table)) throw new FileRefused('no_table', bankMessages.report)
      const uploadedStatement = (defaults: StatementDefaults): Statement => {
        const statement = readStatement(table, defaults)
        if (!statement)
          throw new Refusal('invalid', bankMessages.columns, { fields: { statement: bankMessages.columns } })
        return statement
      }
      return await recordBankLines(call, uploadedStatement, file.name || 'statement')
    } catch (error) {
      throw toFileRefusal(error, 'statement')
    }
  }),

  serve(bankLines.settleBankLine, async (call) => {
    return {
      line: await presentBankRow(call, await setPayoutsOfBankLine(call, call.params.bankLineId, call.body.payout_ids)),
    }
  }),

  serve(bankLines.removeBankLine, async (call) => {
    await removeBankLine(call, call.params.bankLineId)
    return {}
  }),

  serve(bankLines.listBankStatements, async ({ platform, tenant }) => {
    const rows = await inTenant(
      platform.database,
      tenant,
      (db) => listStatements(db, tenant, { limit: bankLines.maxStatements }),
      { readOnly: true },
    )
    return {
      statements: rows.map(({ user_name, created_at, ...row }) => ({
        ...row,
        user: { name: user_name },
        created_at: created_at.toISOString(),
      })),
    }
  }),

  serve(bankLines.removeBankStatement, (call) => removeStatement(call, call.params.statementId)),

  serve(bankLines.restoreBankStatement, (call) => restoreStatement(call, call.params.statementId)),

  serve(bankLines.restoreBankLine, async (call) => ({
    line: await presentBankRow(call, await restoreBankLine(call, call.params.bankLineId)),
  })),
]

async function presentBankRow({ platform, tenant }: WriteCall, row: BankRow): Promise<bankLines.BankLine> {
  const [line] = await inTenant(platform.database, tenant, (db) => presentBankLines(db, tenant, [row]), {
    readOnly: true,
  })
  if (!line) throw notFound()
  return line
}

const noFields = z.object({})
