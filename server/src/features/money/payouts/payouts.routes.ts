import { payouts, toUnits } from '@twofold/contract'
import { z } from 'zod'
import { inTenant } from '../../../platform/database/database.ts'
import { type ServedRoute, serve } from '../../../platform/http/serve.ts'
import { notFound } from '../../../platform/runtime/errors.ts'
import type { Directory } from '../../core/companies/index.ts'
import {
  type FileReader,
  readUploadForm,
  refuseOtherFormats,
  toFileRefusal,
} from '../../donations/file-reading/index.ts'
import { addCheck } from './add-check.ts'
import { answerReportQuestions } from './answer-report.ts'
import { listCandidateGifts } from './gifts.queries.ts'
import { listLines, listWaitingLines, sumByOrganization } from './lines.queries.ts'
import { findPayoutRow, listPayoutRows, sumPayouts } from './payouts.queries.ts'
import { presentCandidates, presentLine, presentPayout, presentReport, presentSums } from './present-payouts.ts'
import { findReport, listReports, listReportsOfPayout } from './reports.queries.ts'
import { setPayoutDate } from './set-payout-date.ts'
import { reopenLine, settleLine } from './settle-line.ts'
import { startReport } from './start-report.ts'
import { startReportUndo } from './undo-report.ts'
import { addUnmatchedAsMatches } from './unmatched-lines.ts'
import { voidPayments } from './void-payments.ts'

const { payoutLinesPerPage, payoutsPerPage, waitingLinesPerPage } = payouts
const shownReports = 10

type Options = { readonly reader: FileReader; readonly directory: Directory }

export const payoutRoutes = ({ reader, directory }: Options): ServedRoute[] => [
  serve(payouts.listPayouts, async ({ platform, tenant, query }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const offset = (query.page - 1) * payoutsPerPage
        const rows = await listPayoutRows(db, tenant, { limit: payoutsPerPage, offset })
        const sums = await sumPayouts(db, tenant)
        const reports = await listReports(db, tenant, shownReports)
        return {
          payouts: rows.map(presentPayout),
          total: sums.reduce((total, sum) => total + sum.payouts, 0),
          sums: sums.map(presentSums),
          reports: reports.map(presentReport),
        }
      },
      { readOnly: true, snapshot: true },
    ),
  ),

  serve(payouts.getPayout, async ({ platform, tenant, params, query }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const row = await findPayoutRow(db, tenant, params.payoutId)
        if (!row) throw notFound()
        const reports = await listReportsOfPayout(db, tenant, row.id)
        const activeReports = reports.filter(({ state }) => state !== 'undone')
        const report = activeReports[0] ?? reports[0]
        if (!report) throw notFound()
        const offset = (query.page - 1) * payoutLinesPerPage
        const lines = await listLines(db, tenant, row.id, { limit: payoutLinesPerPage, offset })
        const shares = await sumByOrganization(db, tenant, row.id)
        return {
          payout: presentPayout(row),
          report: presentReport(report),
          reports: activeReports.map(presentReport),
          lines: lines.map((line) => presentLine(tenant, line)),
          organizations: shares.map(({ cents, name, ...share }) => ({
            ...share,
            name: name ?? payouts.formerChapter,
            received: toUnits(cents),
          })),
        }
      },
      { readOnly: true, snapshot: true },
    ),
  ),

  serve(payouts.setPayoutDate, async (call) => ({
    payout: presentPayout(await setPayoutDate(call, directory, call.params.payoutId, call.body.paid_on)),
  })),

  serve(payouts.listWaitingLines, async ({ platform, tenant, query }) =>
    inTenant(
      platform.database,
      tenant,
      async (db) => {
        const payoutId = query.payout ?? null
        const rows = await listWaitingLines(db, tenant, { payoutId, limit: waitingLinesPerPage })
        const ids = [...new Set(rows.flatMap(({ candidates }) => candidates.map(({ giftId }) => giftId)))]
        const gifts = new Map((await listCandidateGifts(db, tenant.family, ids)).map((gift) => [gift.id, gift]))
        const payout = payoutId === null ? null : await findPayoutRow(db, tenant, payoutId)
        const total = payout
          ? payout.waiting_lines
          : (await sumPayouts(db, tenant)).reduce((sum, { waiting_lines }) => sum + waiting_lines, 0)
        return {
          lines: rows.map((row) => ({ line: presentLine(tenant, row), candidates: presentCandidates(row, gifts) })),
          total: payoutId !== null && !payout ? 0 : total,
        }
      },
      { readOnly: true, snapshot: true },
    ),
  ),

  serve(payouts.settlePayoutLine, async (call) => ({
    line: presentLine(call.tenant, await settleLine(call, directory, call.params.lineId, call.body)),
  })),

  serve(payouts.reopenPayoutLine, async (call) => ({
    line: presentLine(call.tenant, await reopenLine(call, directory, call.params.lineId)),
  })),

  serve(payouts.uploadPayoutReport, async ({ platform, tenant, caller, request }) => {
    const { file } = await readUploadForm(request, noFields, 'report')
    refuseOtherFormats(file.name, 'report')
    const by = { platform, request, caller }
    try {
      return { report: presentReport(await startReport({ platform, tenant, reader, by }, file)) }
    } catch (error) {
      throw toFileRefusal(error, 'report')
    }
  }),

  serve(payouts.getPayoutReport, async ({ platform, tenant, params }) => {
    const row = await inTenant(platform.database, tenant, (db) => findReport(db, tenant, params.reportId), {
      readOnly: true,
    })
    if (!row) throw notFound()
    return { report: presentReport(row) }
  }),

  serve(payouts.answerPayoutReport, async (call) => ({
    report: presentReport(await answerReportQuestions(call, call.params.reportId, call.body.answers)),
  })),

  serve(payouts.addUnmatchedLines, async (call) => {
    const { row, added } = await addUnmatchedAsMatches(call, directory, call.params.reportId)
    return { report: presentReport(row), added }
  }),

  serve(payouts.voidPayments, async (call) => ({
    report: presentReport(await voidPayments(call, directory, call.params.reportId, { isUndo: call.body.undo })),
  })),

  serve(payouts.undoPayoutReport, async (call) => ({
    report: presentReport(await startReportUndo(call, call.params.reportId)),
  })),

  serve(payouts.addCheck, async (call) => {
    const { row, payoutId } = await addCheck(call, directory, call.body)
    return { report: presentReport(row), payout_id: payoutId }
  }),
]

const noFields = z.object({})
