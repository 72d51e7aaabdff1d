import type { Currency } from '@twofold/contract'
import { escapeHtml, fillMail } from '../../platform/mail/layout/fill-layout.ts'
import { productBrand, type WrittenMail } from '../../platform/mail/letter.ts'
import { oneLine } from '../../platform/mail/plain-words.ts'
import type { Platform } from '../../platform/platform.ts'
import { dayText, moneyText } from '../notifications/index.ts'
import type { Count, DigestFacts } from './digest-facts.ts'

const locale = 'en-US'
const chaptersNamed = 3

/** One line of news: the words that lead to the list behind them, and the rest of the sentence. */
type Line = { readonly lead: string; readonly link: string; readonly rest: string }
type Section = { readonly title: string; readonly lines: readonly Line[] }

export type DigestLinks = { readonly portal: string; readonly unsubscribe: string }
export type DigestReader = { readonly isPrimaryContact: boolean; readonly now: Date }

/** The nonprofit's weekly mail: what waits for it, what happened, what comes. A number leads to exactly what it counts. */
export function writeDigest(
  sender: Pick<Platform, 'publicUrl' | 'config'>,
  facts: DigestFacts,
  links: DigestLinks,
  reader: DigestReader,
): WrittenMail {
  const name = oneLine(facts.name, 100)
  const sections = [waiting(facts, links), week(facts, links), coming(facts, links), setup(facts, links)].filter(
    ({ lines }) => lines.length > 0,
  )
  const count = facts.toVerify.gifts
  const opening = `Here is ${count > 0 ? 'what waits for you, and ' : ''}how employer matching went ${placeOf(facts)} in the week of ${weekText(facts)}.`
  const button =
    count > 0
      ? { label: count === 1 ? 'Look at the match' : 'Look at the matches', link: toVerifyLink(links) }
      : { label: 'Open the dashboard', link: withOrganization(links.portal, facts, '/') }
  const asOf = `Numbers as of ${momentText(reader.now, facts.timeZone)}. The links show what is true when you open them.`
  const why = `You get this mail once a week at most, and only when there is something to tell, because ${
    reader.isPrimaryContact
      ? `you are the primary contact of ${name}.`
      : `your address is a notification e-mail of ${name}.`
  }`
  const heading =
    count > 0 ? `${matchesText(count)} ${count === 1 ? 'waits' : 'wait'} for you` : 'Your week in matching'
  const brand = productBrand(sender)
  return {
    subject:
      count > 0
        ? `${name}: ${matchesText(count)} ${count === 1 ? 'needs' : 'need'} you`
        : `${name}: your week in matching`,
    html: fillMail({
      ...brand,
      header: heading,
      preheader: preheaderOf(sections),
      opening,
      news: sections.map(sectionHtml).join(''),
      act_label: button.label,
      act_url: button.link,
      small: asOf,
      why,
      unsubscribe: 'Unsubscribe from this weekly mail',
      unsubscribe_url: links.unsubscribe,
    }),
    text: `${[
      heading,
      opening,
      ...sections.map(sectionText),
      `${button.label}:\n${button.link}`,
      asOf,
      ['--', why, `Unsubscribe from this weekly mail: ${links.unsubscribe}`, brand.from_line].join('\n'),
    ].join('\n\n')}\n`,
  }

  function toVerifyLink({ portal }: DigestLinks): string {
    return withOrganization(portal, facts, '/donations', { status: 'npo_verify', dates: 'any' })
  }
}

function waiting(facts: DigestFacts, { portal }: DigestLinks): Section {
  const { toVerify, lateToVerify } = facts
  if (toVerify.gifts === 0) return { title: '', lines: [] }
  const worth = moneyOf(toVerify.matches)
  const late =
    lateToVerify === 0
      ? ''
      : lateToVerify === toVerify.gifts
        ? ' By the employers’ deadlines they are late: please be quick, or ask there whether they still count.'
        : ` ${lateToVerify} of them ${lateToVerify === 1 ? 'is' : 'are'} past the employer’s deadline: please look at ${lateToVerify === 1 ? 'it' : 'those'} first.`
  return {
    title: 'Waiting for you',
    lines: [
      {
        lead: matchesText(toVerify.gifts),
        link: withOrganization(portal, facts, '/donations', { status: 'npo_verify', dates: 'any' }),
        rest: `to verify or sign${worth ? `, together up to ${worth}` : ''}.${late}`,
      },
    ],
  }
}

function week(facts: DigestFacts, { portal }: DigestLinks): Section {
  const { given, uploads, submitted, completed, from, to } = facts
  const lines: Line[] = []
  if (given.gifts > 0) {
    const matches = moneyOf(given.matches)
    lines.push({
      lead: giftsText(given.gifts),
      link: withOrganization(portal, facts, '/donations', { from, to }),
      rest: `given, ${moneyOf(given.amounts)} in all.${matches ? ` Employers could add up to ${matches}.` : ''}`,
    })
  }
  if (uploads.gifts > 0) {
    lines.push({
      lead: giftsText(uploads.gifts),
      link: withOrganization(portal, facts, '/donations/uploads'),
      rest: `added by ${uploads.files === 1 ? 'one upload' : `${count(uploads.files)} uploads`}.`,
    })
  }
  const moved = (some: Count, status: number, one: string, many: string): void => {
    if (some.gifts === 0) return
    const worth = moneyOf(some.matches)
    lines.push({
      lead: `${matchesText(some.gifts)} ${some.gifts === 1 ? one : many}`,
      link: withOrganization(portal, facts, '/donations', { status: String(status), dates: 'any' }),
      rest: `in that week${worth ? `, ${worth} in all` : ''}. The list shows all that are ${status === 1 ? 'completed' : 'with employers'} now.`,
    })
  }
  moved(submitted, 4, 'was submitted', 'were submitted')
  moved(completed, 1, 'was approved or paid', 'were approved or paid')
  return { title: `The week of ${weekText(facts)}`, lines }
}

function coming(facts: DigestFacts, { portal }: DigestLinks): Section {
  return {
    title: 'Deadlines in the next three weeks',
    lines: facts.deadlines.map((deadline) => {
      const match = moneyText(Math.round(deadline.matched * 100), deadline.currency, locale)
      return {
        lead: dayText(deadline.day, locale),
        link: withOrganization(portal, facts, '/donations', { dates: 'any', match: String(deadline.donation_id) }),
        rest: `– ${oneLine(deadline.donor_name, 60) || 'A donor'}, ${oneLine(deadline.company_name, 60) || 'no employer'}${deadline.matched > 0 ? `, up to ${match}` : ''}. ${deadline.isYours ? 'It waits for you.' : 'It waits for the donor.'}`,
      }
    }),
  }
}

const stepNames: Readonly<Record<string, string>> = {
  details: 'details',
  categories: 'categories',
  contacts: 'contacts',
  address: 'address',
  logo: 'logo',
  plan: 'plan',
}

function setup(facts: DigestFacts, { portal }: DigestLinks): Section {
  const { unfinished, missing, waiting: held } = facts.setup
  if (!unfinished) return { title: '', lines: [] }
  const steps = missing.map((step) => stepNames[step] ?? step)
  const left = steps.length > 0 ? `Still missing: ${steps.join(', ')}.` : 'All is there: press "Mark Setup Complete".'
  const wait =
    held === 0 ? '' : ` ${giftsText(held)} ${held === 1 ? 'waits' : 'wait'} for it; no donor is written to before.`
  return {
    title: 'Your setup is not finished',
    lines: [
      {
        lead: 'Finish the setup',
        link: withOrganization(portal, facts, '/'),
        rest: `to enable matching. ${left}${wait}`,
      },
    ],
  }
}

/** An address in the portal that opens in this organization, whichever one the reader worked in last. */
function withOrganization(
  portal: string,
  { organizationId }: DigestFacts,
  path: string,
  search: Readonly<Record<string, string>> = {},
): string {
  return `${portal}${path}?${new URLSearchParams({ ...search, in: String(organizationId) })}`
}

function placeOf({ name, chapters }: DigestFacts): string {
  const own = `at ${oneLine(name, 100)}`
  if (chapters.length === 0) return own
  if (chapters.length > chaptersNamed) return `${own} and its ${chapters.length} chapters`
  const named = chapters.map((chapter) => oneLine(chapter, 60))
  return `${own}, with ${new Intl.ListFormat('en').format(named)},`
}

const count = (number: number): string => number.toLocaleString(locale)
const matchesText = (number: number): string => `${count(number)} ${number === 1 ? 'match' : 'matches'}`
const giftsText = (number: number): string => `${count(number)} ${number === 1 ? 'gift' : 'gifts'}`

function moneyOf(sums: ReadonlyMap<Currency, number>): string {
  const texts = [...sums]
    .filter(([, cents]) => cents > 0)
    .map(([currency, cents]) => moneyText(cents, currency, locale))
  return new Intl.ListFormat('en').format(texts)
}

/** `Nov 16 – 22, 2026` */
const weekText = ({ from, to }: DigestFacts): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    .formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`))
    .replaceAll(/\s+/g, ' ')

const momentText = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(moment)

const preheaderOf = ([first]: readonly Section[]): string => {
  const line = first?.lines[0]
  return line ? `${line.lead} ${line.rest}` : ''
}

const cell = 'border-top:1px solid #e3ddd0;padding:11px 0;vertical-align:top;color:#1b2823'

function sectionHtml({ title, lines }: Section): string {
  const rows = lines.map(
    ({ lead, link, rest }) =>
      `<tr><td class="value rule" style="${cell}"><a href="${escapeHtml(link)}" style="color:#1f5b4a;font-weight:700">${escapeHtml(lead)}</a> ${escapeHtml(rest)}</td></tr>`,
  )
  return `<tr><td class="value" style="padding:14px 0 8px;color:#1b2823;font-size:18px;line-height:25px;font-weight:700"><h2 style="margin:0;font:inherit">${escapeHtml(title)}</h2></td></tr>${rows.join('')}`
}

const sectionText = ({ title, lines }: Section): string =>
  [title, ...lines.map(({ lead, link, rest }) => `- ${lead} ${rest}\n  ${link}`)].join('\n')
