import { screens } from '@twofold/contract'
import { fillMail, mailHtml } from '../../platform/mail/layout/fill-layout.ts'
import { productBrand, type WrittenMail } from '../../platform/mail/letter.ts'
import { oneLine } from '../../platform/mail/plain-words.ts'
import type { Platform } from '../../platform/platform.ts'
import type { DigestFacts } from './digest-facts.ts'
import {
  type DigestLinks,
  locale,
  matchesText,
  type Section,
  sectionsOf,
  toVerifyLink,
  weekText,
  withOrganization,
} from './digest-sections.ts'

const chaptersNamed = 3

export type DigestReader = { readonly isPrimaryContact: boolean; readonly now: Date }

/** The nonprofit's weekly mail: what waits for it, what happened, what comes. A number leads to exactly what it counts. */
export function writeDigest(
  sender: Pick<Platform, 'publicUrl' | 'config'>,
  facts: DigestFacts,
  links: DigestLinks,
  reader: DigestReader,
): WrittenMail {
  const name = oneLine(facts.name, 100)
  const sections = sectionsOf(facts, links)
  const count = facts.toVerify.gifts
  const opening = `Here is ${count > 0 ? 'what waits for you, and ' : ''}how employer matching went ${placeOf(facts)} in the week of ${weekText(facts)}.`
  const button =
    count > 0
      ? { label: count === 1 ? 'Look at the match' : 'Look at the matches', link: toVerifyLink(facts, links) }
      : { label: 'Open the dashboard', link: withOrganization(links.publicUrl, facts, screens.dashboard) }
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
}

function placeOf({ name, chapters }: DigestFacts): string {
  const own = `at ${oneLine(name, 100)}`
  if (chapters.length === 0) return own
  if (chapters.length > chaptersNamed) return `${own} and its ${chapters.length} chapters`
  const named = chapters.map((chapter) => oneLine(chapter, 60))
  return `${own}, with ${new Intl.ListFormat('en').format(named)},`
}

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
      `<tr><td class="value rule" style="${cell}"><a href="${mailHtml(link)}" style="color:#1f5b4a;font-weight:700">${mailHtml(lead)}</a> ${mailHtml(rest)}</td></tr>`,
  )
  return `<tr><td class="value" style="padding:14px 0 8px;color:#1b2823;font-size:18px;line-height:25px;font-weight:700"><h2 style="margin:0;font:inherit">${mailHtml(title)}</h2></td></tr>${rows.join('')}`
}

const sectionText = ({ title, lines }: Section): string =>
  [title, ...lines.map(({ lead, link, rest }) => `- ${lead} ${rest}\n  ${link}`)].join('\n')
