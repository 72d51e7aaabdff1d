import { oneLine } from '../../../platform/mail/address-text.ts'
import { bold, regular } from '../../../platform/pdf/pdf-writer.ts'
import { drawEmployers, drawMonths } from './draw-charts.ts'
import { countText, dayText, isUnchecked, moneyText, monthText } from './format.ts'
import { createPage, type Page, palette } from './page.ts'
import type { BoardSummary, SummaryAmounts } from './read-summary.ts'

const margin = 48
const width = 612 - 2 * margin

/** Returns a letter-size PDF, deterministic for the same sums and day. */
export async function drawSummary(summary: BoardSummary): Promise<Buffer> {
  const organization = oneLine(summary.organization)
  const page = await createPage({
    title: `Matching gifts at ${organization}: board summary`,
    author: organization,
    madeAt: summary.madeAt,
  })
  drawHead(page, summary, organization)
  drawFigures(page, summary)
  drawMonths(page, summary, { x: margin, y: 238, width, height: 190 })
  drawEmployers(page, summary, { x: margin, y: 452, width, height: 178 })
  drawWaiting(page, summary)
  drawNotes(page, summary)
  return page.end()
}

function scopeText({ chapters, from, to, madeAt }: BoardSummary): string {
  const days =
    from === to
      ? `Gifts in ${monthText(to)}`
      : from
        ? `Gifts from ${monthText(from)} to ${monthText(to)}`
        : `All gifts through ${monthText(to)}`
  const whose = chapters === 0 ? '' : ` · with ${countText(chapters, 'chapter')}`
  return `${days}${whose} · as of ${dayText(madeAt)}`
}

function drawHead(page: Page, summary: BoardSummary, organization: string): void {
  page.rectangle({ x: margin, y: 44, width: 34, height: 4 }, palette.accent)
  page.text('P', organization, { x: margin, y: 56, width, size: 12, font: bold, color: palette.brand })
  page.text('H1', 'Matching gifts on one page', { x: margin, y: 72, width, size: 25, font: bold, color: palette.ink })
  page.text('P', scopeText(summary), { x: margin, y: 106, width, size: 10.5, font: regular, color: palette.muted })
}

function drawFigures(page: Page, { total, currency }: BoardSummary): void {
  const gap = 14
  const column = (width - 3 * gap) / 4
  const figures = [
    ['Given', moneyText(total.given, currency), countText(total.gifts, 'gift')],
    ['Could be matched', isUnchecked(total) ? '–' : moneyText(total.estimated, currency), estimateNote(total)],
    ['Submitted', moneyText(total.submitted, currency), `estimated, ${countText(total.requests, 'request')} made`],
    [
      'Received',
      moneyText(total.received, currency),
      `paid by employers for ${countText(total.paid, 'match', 'matches')}`,
    ],
  ] as const
  figures.forEach(([word, amount, note], place) => {
    const x = margin + place * (column + gap)
    page.rectangle({ x, y: 136, width: column, height: 82 }, word === 'Received' ? palette.tint : palette.paper)
    const inside = { x: x + 10, width: column - 20 }
    page.text('P', word, { ...inside, y: 145, size: 10, font: regular, color: palette.muted })
    page.text('P', amount, { ...inside, y: 158, size: 19, font: bold, color: palette.ink })
    page.text('P', note, { ...inside, y: 186, size: 8.5, font: regular, color: palette.muted, lines: 2 })
  })
}

function estimateNote(total: SummaryAmounts): string {
  const { unchecked } = total
  if (unchecked === 0) return 'estimated: what employers may add'
  if (!isUnchecked(total)) return `estimated; ${countText(unchecked, 'gift isn’t', 'gifts aren’t')} checked yet`
  return `unknown: ${countText(unchecked, 'gift isn’t', 'gifts aren’t')} checked yet`
}

function drawWaiting(page: Page, { waiting, unchecked, currency }: BoardSummary): void {
  page.text('H2', 'Open matches today (all dates)', {
    x: margin,
    y: 634,
    width,
    size: 12,
    font: bold,
    color: palette.ink,
  })
  const lines = waiting.map(({ what, matches, estimated }) => ({
    what,
    text: `${countText(matches, 'match', 'matches')}, estimated at ${moneyText(estimated, currency)}`,
  }))
  if (unchecked > 0) {
    lines.unshift({
      what: 'Not checked yet: our setup isn’t complete',
      text: `${countText(unchecked, 'gift')}, no estimate yet`,
    })
  }
  // Smaller lines keep the notes below in position.
  const { height, size } = lines.length > 4 ? { height: 13, size: 9 } : { height: 16, size: 10 }
  lines.forEach(({ what, text }, place) => {
    const y = 652 + place * height
    page.text('P', what, { x: margin, y, width: width / 2, size, font: regular, color: palette.ink })
    page.text('P', text, {
      x: margin + width / 2,
      y,
      width: width / 2,
      size,
      font: regular,
      color: palette.ink,
      align: 'right',
    })
    page.line({ x: margin, y: y + size + 3.5, width }, palette.hairline)
  })
}

function drawNotes(page: Page, { others, currency }: BoardSummary): void {
  const elsewhere = others.map(
    ({ currency: code, money }) =>
      `${moneyText(money.given, code)} given, ${moneyText(money.estimated, code)} estimated, ${moneyText(money.received, code)} received`,
  )
  const notes = [
    'Estimated is what employers may add under their published rules. Submitted is the estimate of matches requested or approved. Received is money paid. Months are gift months. External matches, requested outside the portal, are included here; reports include them only if set.',
    elsewhere.length > 0
      ? `Totals are in ${currency}. Not included: ${elsewhere.join('; ')}.`
      : `All totals are in ${currency}.`,
  ]
  page.text('P', notes.join(' '), { x: margin, y: 718, width, size: 8, font: regular, color: palette.muted, lines: 5 })
}
