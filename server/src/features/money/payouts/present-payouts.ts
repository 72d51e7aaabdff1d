import { payouts, toUnits } from '@twofold/contract'
import type { Tenant } from '../../../platform/database/database.ts'
import type { CandidateGift } from './gifts.queries.ts'
import { isLinkedToFormerChapter, type LineRow } from './lines.queries.ts'
import type { PayoutRow, PayoutSum } from './payouts.queries.ts'
import { describeRepeatedPayment } from './repeated-lines.ts'
import type { ReportRow } from './reports.queries.ts'

const refusedShown = 200

export const presentReport = (row: ReportRow): payouts.PayoutReport => ({
  id: row.id,
  state: row.state,
  file_name: row.file_name,
  lines: row.lines,
  done: row.done,
  tied: row.tied,
  doubtful: row.doubtful,
  unmatched: row.unmatched,
  to_add: row.to_add,
  own_gifts: row.own_gifts,
  added: row.added,
  known: row.known,
  thanks: row.thanks,
  waits_for_undo: row.waits_for_undo,
  refused: row.refused.slice(0, refusedShown).map(({ sheetRow, ...line }) => ({ ...line, sheet_row: sheetRow })),
  refused_count: row.refused.length,
  warnings: row.warnings,
  to_void: row.to_void,
  voided: row.voided_lines.length + row.voided_payouts,
  questions: row.state === 'asking' ? row.questions : [],
  error: row.error,
  user: { name: row.user_name },
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})

const money = (
  row: Pick<PayoutRow, 'gross_cents' | 'fee_cents' | 'tied_cents' | 'waiting_cents' | 'own_gift_cents'>,
) => ({
  gross: toUnits(row.gross_cents),
  fees: toUnits(row.fee_cents),
  tied: toUnits(row.tied_cents),
  waiting: toUnits(row.waiting_cents),
  own_gifts: toUnits(row.own_gift_cents),
  unexplained: toUnits(row.gross_cents - row.tied_cents - row.waiting_cents - row.own_gift_cents),
})

export const presentPayout = (row: PayoutRow): payouts.Payout => ({
  id: row.id,
  report_id: row.report_id,
  reference: row.reference,
  payer: row.payer,
  platform: row.platform_name,
  paid_on: row.paid_on,
  period_end: row.period_end,
  currency: row.currency,
  ...money(row),
  lines: row.lines,
  waiting_lines: row.waiting_lines,
  arrived_on: row.arrived_on,
  arrived: toUnits(row.arrived_cents),
  not_arrived: toUnits(Math.max(0, row.gross_cents - row.fee_cents - row.arrived_cents)),
})

export const presentSums = (row: PayoutSum): payouts.PayoutSums => ({
  currency: row.currency,
  payouts: row.payouts,
  ...money(row),
  waiting_lines: row.waiting_lines,
})

const units = (cents: number | null): number | null => (cents === null ? null : toUnits(cents))

export const presentLine = (tenant: Tenant, row: LineRow): payouts.PayoutLine => ({
  id: row.id,
  payout_id: row.payout_id,
  payer: row.payer,
  reference: row.reference,
  kind: row.kind,
  line_id: row.line_id,
  donor_name: row.donor_name,
  donor_email: row.donor_email,
  company: row.company,
  project: row.project,
  given_on: row.given_on,
  currency: row.currency,
  gift: toUnits(row.gift_cents),
  match: toUnits(row.match_cents),
  fee: toUnits(row.fee_cents),
  stated_gift: units(row.stated_gift_cents),
  balance: units(row.balance_cents),
  note: row.note,
  state: row.state,
  unmatched: row.unmatched,
  repeats: row.repeated && { ...row.repeated, text: describeRepeatedPayment(row.repeated) },
  tied_by: row.tied_by,
  donation_id: row.donation_id,
  organization_id: row.match_organization_id,
  organization: row.match_organization ?? (isLinkedToFormerChapter(tenant, row) ? payouts.formerChapter : null),
  elsewhere: isLinkedToFormerChapter(tenant, row),
})

export const presentCandidates = (row: LineRow, gifts: ReadonlyMap<number, CandidateGift>): payouts.Candidate[] =>
  row.candidates.flatMap(({ giftId, why, partCents }) => {
    const gift = gifts.get(giftId)
    if (!gift) return []
    return [
      {
        donation_id: gift.id,
        why,
        part: units(partCents ?? null),
        donor_name: gift.donor_name,
        donor_email: gift.donor_email,
        company: gift.company_name,
        organization: gift.organization_name,
        amount: toUnits(gift.amount_cents),
        matched: toUnits(gift.estimated_cents),
        received: toUnits(gift.received_cents),
        given_on: gift.day,
        status_id: gift.status_id,
        transaction_id: gift.transaction_id,
      },
    ]
  })
