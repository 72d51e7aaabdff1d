import { toUnits } from '@twofold/contract'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { bold, regular } from '../../../platform/pdf/pdf-writer.ts'
import { isUnchecked, moneyText, monthText } from './format.ts'
import { type Box, type Page, type Pen, palette } from './page.ts'
import type { BoardSummary } from './read-summary.ts'

const shortMonth = (month: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' }).format(new Date(`${month}-01`))
const shortMoney = (cents: number, currency: BoardSummary['currency']): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    notation: 'compact',
    maximumFractionDigits: cents < 100_000 ? 0 : 1,
  }).format(toUnits(cents))

function drawLegend(pen: Pen, { x, y }: Pick<Box, 'x' | 'y'>): void {
  const names = [
    [palette.pale, 'Estimated'],
    [palette.brand, 'Received'],
  ] as const
  names.forEach(([color, name], place) => {
    const left = x + place * 70
    pen.rectangle({ x: left, y: y + 2, width: 9, height: 9 }, color)
    pen.drawText(name, { x: left + 13, y, width: 56, size: 9, font: regular, color: palette.muted })
  })
}

function drawHeading(page: Page, text: string, { x, y, width }: Box): void {
  page.text('H2', text, { x, y, width: width - 150, size: 12, font: bold, color: palette.ink })
}

const uncheckedMonths = 'We’ll check these months’ gifts for matches once setup is complete.'

const drawNothing = (page: Page, text: string, { x, y, width }: Box): void =>
  page.text('P', text, { x, y: y + 24, width, size: 10.5, font: regular, color: palette.muted })

export function drawMonths(page: Page, { months, currency, from, total }: BoardSummary, box: Box): void {
  const first = months[0]?.month
  const since = first === undefined || first === from ? '' : `, since ${monthText(first)}`
  drawHeading(page, `Estimated and received, by gift month${since}`, box)
  const top = Math.max(...months.flatMap(({ estimated, received }) => [estimated, received]), 0)
  if (top === 0) {
    drawNothing(page, isUnchecked(total) ? uncheckedMonths : 'No gifts from these months can be matched yet.', box)
    return
  }
  const altText = months.map(
    ({ month, estimated, received }) =>
      `${month}: ${moneyText(estimated, currency)} estimated, ${moneyText(received, currency)} received`,
  )
  page.figure(`Bars by gift month. ${altText.join('; ')}.`, (pen) => {
    drawLegend(pen, { x: box.x + box.width - 136, y: box.y + 1 })
    const foot = box.y + box.height - 16
    const height = box.height - 62
    const slot = box.width / months.length
    const bar = Math.min(20, slot * 0.34)
    months.forEach(({ month, estimated, received }, place) => {
      const middle = box.x + place * slot + slot / 2
      const draw = (left: number, cents: number, color: string): void => {
        const tall = (cents / top) * height
        if (cents > 0)
          pen.rectangle({ x: left, y: foot - Math.max(tall, 1), width: bar, height: Math.max(tall, 1) }, color)
      }
      draw(middle - bar - 1, estimated, palette.pale)
      draw(middle + 1, received, palette.brand)
      const label = { x: middle - slot / 2, width: slot, font: regular, align: 'center' } as const
      if (estimated > 0) {
        const y = foot - Math.max((Math.max(estimated, received) / top) * height, 1) - 12
        pen.drawText(shortMoney(estimated, currency), { ...label, y, size: 8, color: palette.muted })
      }
      pen.drawText(shortMonth(month), { ...label, y: foot + 4, size: 9, color: palette.muted })
    })
    pen.line({ x: box.x, y: foot, width: box.width }, palette.muted)
  })
}

export function drawEmployers(page: Page, { employers, currency, total }: BoardSummary, box: Box): void {
  drawHeading(page, 'Employers that could add the most', box)
  if (employers.length === 0) {
    const emptyText = 'No employer can match gifts from these months yet.'
    drawNothing(page, isUnchecked(total) ? uncheckedMonths : emptyText, box)
    return
  }
  const top = Math.max(...employers.flatMap(({ estimated, received }) => [estimated, received]))
  const altText = employers.map(
    ({ name, estimated, received }) =>
      `${oneLine(name)}: ${moneyText(estimated, currency)} estimated, ${moneyText(received, currency)} received`,
  )
  const [nameWidth, moneyWidth] = [150, 160]
  const room = box.width - nameWidth - moneyWidth - 20
  page.figure(`Bars by employer. ${altText.join('; ')}.`, (pen) => {
    employers.forEach(({ name, estimated, received }, place) => {
      const y = box.y + 24 + place * 25
      const left = box.x + nameWidth + 10
      pen.drawText(oneLine(name), { x: box.x, y: y + 1, width: nameWidth, size: 10, font: regular, color: palette.ink })
      pen.rectangle({ x: left, y, width: Math.max((estimated / top) * room, 1.5), height: 15 }, palette.pale)
      if (received > 0) {
        pen.rectangle({ x: left, y: y + 4, width: Math.max((received / top) * room, 1.5), height: 7 }, palette.brand)
      }
      pen.drawText(`est. ${moneyText(estimated, currency)} · received ${moneyText(received, currency)}`, {
        x: box.x + box.width - moneyWidth,
        y: y + 1,
        width: moneyWidth,
        size: 9,
        font: regular,
        color: palette.muted,
        align: 'right',
      })
    })
  })
}
