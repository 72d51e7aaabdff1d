import { type Html, html } from '../../../platform/http/plain-page.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { dayText, type Language, moneyText, type PageText, type Variables } from '../../core/texts/index.ts'
import type { DonorPageUrls } from './donor-page-urls.ts'
import type { GiftOfDonor } from './gifts-of-donor.queries.ts'
import type { Translate } from './page-texts.ts'
import { stageOf } from './stage.ts'

type ListContext = {
  readonly language: Language
  readonly translate: Translate
  readonly addresses: DonorPageUrls
  /** The gift of the current page. */
  readonly currentId: number
  /** The page asks the donor to act on the current gift first. */
  readonly isFolded: boolean
}

const maxShownRows = 3

/** Lists all gifts of the donor with their status; null for a single gift. Shows those that need the donor first. */
export function giftsList(gifts: readonly GiftOfDonor[], context: ListContext): Html | null {
  if (gifts.length < 2) return null
  const ordered = gifts.toSorted((a, b) => urgency(a).localeCompare(urgency(b)))
  const title = context.translate('gifts_title')
  if (context.isFolded) {
    const total = ordered.reduce((sum, gift) => sum + gift.gifts, 0)
    const count = new Intl.NumberFormat(context.language.locale).format(total)
    return html`<section id="gifts"><div class="buttons secondary"><details><summary>${title} (${count})</summary><div>${rows(ordered, context)}</div></details></div></section>`
  }
  const waitingCount = ordered.filter(waitsForDonor).length
  const visibleCount = Math.min(Math.max(1, waitingCount), maxShownRows)
  const foldedGifts = ordered.slice(visibleCount)
  return html`<section id="gifts"><h2>${title}</h2>
${rows(ordered.slice(0, visibleCount), context)}${foldedGifts.length > 0 ? html`<details><summary>${context.language.translateOnPage('gifts_more', { more_gifts: String(foldedGifts.length) })}</summary><div>${rows(foldedGifts, context)}</div></details>` : null}</section>`
}

const rows = (gifts: readonly GiftOfDonor[], context: ListContext): Html =>
  html`<ul class="rows">${gifts.map((gift) => row(gift, context))}</ul>`

/** Sorts by urgency: the earliest deadline first. Equal keys keep the order of the rows, newest first. */
function urgency(gift: GiftOfDonor): string {
  if (!waitsForDonor(gift)) return '2'
  return gift.deadlineDay === null ? '1' : `0${gift.deadlineDay}`
}

const stageOfGift = ({ statusId, payment }: GiftOfDonor) =>
  stageOf({ donation: { statusId, payment, counted: true, inert: false }, policy: null })

/** The page of the gift asks the donor to act. */
export function waitsForDonor(gift: GiftOfDonor): boolean {
  const { kind } = stageOfGift(gift)
  return (kind === 'act' && !gift.deadlinePassed) || kind === 'consent' || kind === 'employer'
}

function row(gift: GiftOfDonor, { language, addresses, currentId }: ListContext): Html {
  const amount = moneyText(gift.amountCents, gift.currency, language.locale)
  const day = dayText(gift.day, language.locale)
  const title =
    gift.gifts > 1
      ? html`<strong>${combinedTitle(gift, amount, language)}</strong>`
      : html`<strong>${amount}</strong> · ${day}`
  const link =
    gift.donationId === currentId
      ? html`<span aria-current="page">${title}</span>`
      : html`<a href="${addresses.pageOf(gift.donationId)}">${title}</a>`
  const words = [gift.organizationName, gift.companyName].map((text) => oneLine(text)).filter((text) => text !== '')
  const variables: Variables = {
    stand_deadline: dayText(gift.deadlineDay, language.locale),
    has_stand_deadline: gift.deadlineDay === null ? 'no' : 'yes',
  }
  const status = language.translateOnPage(statusText(gift), variables)
  return html`<li>${link}<span class="small">${waitsForDonor(gift) ? html`<strong>${status}</strong>` : status}</span>
<span class="small muted">${words.join(' · ')}</span></li>`
}

/** Describes a joint request: the number of gifts and their first and last day. */
function combinedTitle({ gifts, firstDay, lastDay }: GiftOfDonor, amount: string, language: Language): string {
  const variables: Variables = {
    has_several: 'yes',
    gift_count: new Intl.NumberFormat(language.locale).format(gifts),
    gift_amount: amount,
    gift_days: firstDay === lastDay ? 'one' : 'several',
    first_gift_date: dayText(firstDay, language.locale),
    last_gift_date: dayText(lastDay, language.locale),
  }
  return language.translate('gift_of', { ...variables, gift_span: language.translate('gift_span', variables) })
}

function statusText(gift: GiftOfDonor): PageText {
  const stage = stageOfGift(gift)
  if (stage.kind === 'outcome') return `status_outcome_${stage.statusId}`
  if (stage.kind === 'act' && gift.deadlinePassed) return 'status_late'
  return `status_${stage.kind}`
}
