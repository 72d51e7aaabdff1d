import { screens } from '@twofold/contract'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { fillMail, mailHtml } from '../../../platform/mail/layout/fill-layout.ts'
import { productBrand, type RenderedEmail } from '../../../platform/mail/system-email.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import { languageOf } from '../../core/texts/index.ts'
import type { DigestFacts } from './digest-facts.ts'
import {
  type DigestDraft,
  type DigestLinks,
  portalUrlFor,
  type Section,
  sectionsOf,
  toVerifyLink,
  weekText,
} from './digest-sections.ts'

const chaptersNamed = 3

export type DigestReader = { readonly isPrimaryContact: boolean; readonly now: Date }

/** A number links to exactly what it counts. */
export function writeDigest(
  sender: Pick<Platform, 'publicUrl' | 'config'>,
  facts: DigestFacts,
  links: DigestLinks,
  reader: DigestReader,
): RenderedEmail {
  const language = languageOf(facts.language)
  const writing: DigestDraft = { facts, links, language }
  const { digest } = language
  const name = oneLine(facts.name, 100)
  const sections = sectionsOf(writing)
  const waiting = facts.toVerify.gifts
  const { given, uploads, submitted, completed, setup } = facts
  const isQuiet = [given, uploads, submitted, completed].every(({ gifts }) => gifts === 0)
  const opening = [digest.opening(placeOf(writing)), ...(isQuiet && !setup.unfinished ? [digest.quietWeek] : [])].join(
    ' ',
  )
  const button =
    waiting > 0
      ? { label: digest.reviewMatches(waiting), link: toVerifyLink(writing) }
      : { label: digest.openDashboard, link: portalUrlFor(writing, screens.dashboard) }
  const asOf = digest.asOf(dateTimeText(reader.now, writing))
  const why = digest.why(name, reader.isPrimaryContact)
  const heading = digest.heading(weekText(writing))
  const from = language.from(sender.config.supportEmail)
  return {
    subject: digest.subject(name, waiting),
    html: fillMail({
      ...productBrand(sender),
      from_line: from,
      header: heading,
      preheader: preheaderOf(sections),
      opening,
      news: sections.map(sectionHtml).join(''),
      act_label: button.label,
      act_url: button.link,
      small: asOf,
      why,
      unsubscribe: digest.unsubscribe,
      unsubscribe_url: links.unsubscribe,
    }),
    text: `${[
      heading,
      opening,
      ...sections.map(sectionText),
      `${button.label}\n${button.link}`,
      asOf,
      ['--', why, `${digest.unsubscribe}\n${links.unsubscribe}`, from].join('\n'),
    ].join('\n\n')}\n`,
  }
}

function placeOf({ facts: { name, chapters }, language: { digest } }: DigestDraft): string {
  const own = oneLine(name, 100)
  if (chapters.length === 0) return digest.place(own)
  if (chapters.length > chaptersNamed) return digest.placeWithChapters(own, chapters.length)
  return digest.placeWithNamed(
    own,
    chapters.map((chapter) => oneLine(chapter, 60)),
  )
}

const dateTimeText = (moment: Date, { facts: { timeZone }, language: { locale } }: DigestDraft): string =>
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
