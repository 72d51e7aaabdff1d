import { fillVariables, type templates } from '@twofold/contract'
import { instructedStatusIds } from '@twofold/matching'
import { oneLine } from '../../../../platform/mail/address-text.ts'
import { fillMail, type MailSlots, mailHtml } from '../../../../platform/mail/layout/fill-layout.ts'
import {
  dayText,
  type Language,
  languageOf,
  type Message,
  moneyText,
  type Phrase,
  readMessage,
  type TemplateStatusId,
  type Variables,
} from '../../../core/texts/index.ts'
import type { MailLinks } from '../links/links.ts'
import type { DonorMailKind } from './donor-mail-kinds.ts'
import type { OpenGift } from './listed-gifts.queries.ts'
import type { MailLogo } from './logo-of-mail.ts'
import { hostOf, variablesOf } from './mail-variables.ts'
import { isUnconfirmed, type MatchFacts } from './match-facts.queries.ts'

export type RenderedMail = {
  readonly subject: string
  readonly preheader: string
  readonly html: string
  readonly text: string
}

type ReadTemplate = ReadonlyMap<string, Message>

const defaults = new Map<string, ReadTemplate>()

function defaultOf(id: templates.TemplateId, language: Language): ReadTemplate {
  const key = `${language.locale} ${id}`
  const known = defaults.get(key)
  if (known) return known
  const read = new Map(
    Object.entries(language.mails[id]).map(([field, text]) => [field, readMessage(text, language.locale)]),
  )
  defaults.set(key, read)
  return read
}

const actionable: readonly number[] = instructedStatusIds

/** A private-use character that marks the logo until the mail becomes HTML. */
const logoMark = '\ue000'

export type CustomWords = Partial<templates.TemplateTexts>

/** Null if the version has none or one of its variables is unknown. */
export function customText(own: CustomWords, field: templates.TemplateField, variables: Variables): string | null {
  const words = own[field]
  if (words === undefined) return null
  return fillVariables(words.replaceAll(logoMark, ''), { ...variables, receiving_org_logo: logoMark })
}

export type Writing = {
  readonly kind: Pick<DonorMailKind, 'templateOf' | 'part'>
  readonly statusId: TemplateStatusId
  readonly facts: MatchFacts
  readonly links: MailLinks
  readonly logo?: MailLogo | null
  readonly own?: CustomWords
  readonly others?: readonly OpenGift[]
  /** A reminder about several gifts then has our subject and heading, even in a version. */
  readonly isYearEnd?: boolean
}

export function renderMail(writing: Writing): RenderedMail {
  const { kind, statusId, facts, links, logo = null, own = {}, others = [], isYearEnd = false } = writing
  const language = languageOf(facts.donor.language)
  const variables = variablesOf(facts, language)
  const template = defaultOf(kind.templateOf(statusId), language)
  const spoken = language === languageOf(facts.organization.language) ? own : {}
  const asksToConfirm = statusId === 24 && isUnconfirmed(facts)
  const openCount = countOpen(facts, others, language)
  const say = (field: templates.TemplateField): string => {
    if (asksToConfirm) return confirmWords(field, variables, language)
    const several = severalWords(field, kind.templateOf(statusId))
    if (several && others.length > 0) {
      const values = { ...variables, ...openCount, has_several: 'yes' }
      const words = () => (several === 'template' ? template.get(field)?.(values) : language.say(several, values))
      const isOurs = isYearEnd && /^(subject|preheader|header)[23]$/.test(field)
      return ((isOurs ? null : customText(spoken, field, variables)) ?? words() ?? '').trim()
    }
    return (customText(spoken, field, variables) ?? template.get(field)?.(variables) ?? '').trim()
  }
  const { part } = kind
  // the last deadline warning has the first paragraph of the first one, which nonprofits may have changed
  const opening = template.has(`paragraph_one_${part}`) ? part : 1
  const rows = actionable.includes(statusId) ? factRows(facts, variables, language) : []
  const shared = {
    header: say(`header${part}`),
    greeting: say('greeting'),
    paragraph_one: say(`paragraph_one_${opening}`),
    step_one_title: say('step_one_title'),
    step_one_text: say('step_one_text'),
    step_one_note: say('step_one_note'),
    step_one_btn: say('step_one_btn'),
    step_two_title: say('step_two_title'),
    step_two_text: say('step_two_text'),
    step_two_btn: say('step_two_btn'),
    step_two_note: say('step_two_note'),
    paragraph_two: say('paragraph_two'),
    paragraph_three: say('paragraph_three'),
    salutation: say('salutation'),
    others_title: others.length > 0 ? language.say(othersTitle(statusId), variables) : '',
    source: rows.length > 0 && facts.policy?.sourceUrl ? language.say('source', variables) : '',
    decline: asksToConfirm ? language.say('confirm_no', variables) : declineText(statusId, variables, language),
    why_you_get_this: language.say('why_you_get_this', variables),
    unsubscribe: language.say('unsubscribe', variables),
  }
  const subject = oneLine(withoutLogo(say(`subject${part}`)))
  const preheader = withoutLogo(say(`preheader${part}`))
  const listed = otherRows(others, language)
  const showFigures = actionable.includes(statusId) && variables.match_amount !== ''
  const html = fillMail({
    lang: language.locale,
    preheader,
    ...headOf(facts, logo),
    header: shared.header,
    greeting: shared.greeting,
    opening: shared.paragraph_one,
    figures: showFigures ? 'shown' : '',
    your_gift: language.say('your_gift', variables),
    gift_amount: variables.gift_amount ?? '',
    could_add: language.say('could_add', variables),
    match_amount: variables.match_amount ?? '',
    step_title: shared.step_one_title,
    step_text: shared.step_one_text,
    act_url: links.act,
    act_label: shared.step_one_btn,
    note: shared.step_one_note,
    step_two_title: shared.step_two_title,
    step_two_text: shared.step_two_text,
    step_two_btn: shared.step_two_btn,
    step_two_note: shared.step_two_note,
    facts: factsTable(rows),
    source: shared.source,
    others_title: shared.others_title,
    others: factsTable(listed),
    closing: shared.paragraph_three,
    closing_more: shared.paragraph_two,
    salutation: shared.salutation,
    decline: shared.decline,
    decline_url: links.decline,
    why: shared.why_you_get_this,
    unsubscribe: shared.unsubscribe,
    unsubscribe_url: links.unsubscribe,
    from_line: postalAddress(facts),
    pixel_url: links.pixel,
  })
  const text = withoutLogo(asText(shared, { rows, listed }, facts, links, language))
  return { subject, preheader, html: html.replaceAll(logoMark, logoPicture(facts, logo)), text }
}

/** Deadline warnings and thanks stay about one gift. */
const severalPhrases = {
  subject1: 'several_subject1',
  subject2: 'several_subject2',
  subject3: 'several_subject3',
  preheader1: 'several_preheader',
  preheader2: 'several_preheader',
  preheader3: 'several_preheader',
  header1: 'template',
  header2: 'several_header2',
  header3: 'several_header3',
  step_one_btn: 'template',
} as const satisfies Partial<Record<templates.TemplateField, Phrase | 'template'>>
const isSeveralField = (field: templates.TemplateField): field is keyof typeof severalPhrases =>
  Object.hasOwn(severalPhrases, field)

/** 'template': its own words have a form for several gifts. Null: not about gifts. */
function severalWords(field: templates.TemplateField, id: templates.TemplateId): Phrase | 'template' | null {
  if (!isSeveralField(field) || id === 102 || id === 103) return null
  if (actionable.includes(id)) return severalPhrases[field]
  return field.startsWith('preheader') ? 'several_about' : 'template'
}

function countOpen({ donation }: MatchFacts, others: readonly OpenGift[], { locale }: Language) {
  const count = others.reduce((sum, { giftCount }) => sum + giftCount, donation.gifts.length || 1)
  const open_count = new Intl.NumberFormat(locale).format(count)
  return { open_count, gift_count: open_count }
}

const confirmPhrases = {
  subject1: 'confirm_subject',
  preheader1: 'confirm_preheader',
  header1: 'confirm_header',
  paragraph_one_1: 'confirm_opening',
  step_one_title: 'confirm_title',
  step_one_text: 'confirm_text',
  step_one_btn: 'confirm_yes',
  paragraph_two: 'confirm_ignore',
} as const satisfies Partial<Record<templates.TemplateField, Phrase>>
const hasConfirmPhrase = (field: templates.TemplateField): field is keyof typeof confirmPhrases =>
  Object.hasOwn(confirmPhrases, field)

/** The recipient may be a stranger's input, so there is no form input and no wording of the nonprofit. */
const confirmWords = (field: templates.TemplateField, variables: Variables, language: Language): string =>
  hasConfirmPhrase(field) ? language.say(confirmPhrases[field], variables) : ''

const withoutLogo = (text: string): string => text.replaceAll(logoMark, '')

const logoPicture = ({ organization }: MatchFacts, logo: MailLogo | null): string =>
  logo
    ? `<img src="${mailHtml(logo.url)}" width="${logo.width}" height="${logo.height}" alt="${mailHtml(oneLine(organization.name))}" style="border:0;vertical-align:middle" />`
    : mailHtml(oneLine(organization.name))

const roomForName = 120

/** Its name without a logo or with pictures switched off. */
export function headOf({ organization }: MatchFacts, logo: MailLogo | null): MailSlots {
  const name = oneLine(organization.name)
  if (!logo) return { brand_text: name }
  const picture = { logo_url: logo.url, logo_width: String(logo.width), logo_height: String(logo.height) }
  // A wide logo replaces the name, which is its alternative text; a small one is next to it.
  return logo.width >= roomForName ? { ...picture, logo_alt: name } : { ...picture, logo_alt: 'Logo', logo_name: name }
}

export const postalAddress = ({ organization }: MatchFacts): string =>
  [organization.name, ...organization.addressLines].map((line) => oneLine(line)).join(', ')

function declineText(statusId: TemplateStatusId, variables: Variables, language: Language): string {
  if (statusId === 24) return language.say('no_consent', variables)
  return actionable.includes(statusId) ? language.say('rather_not', variables) : ''
}

type FactRow = readonly [label: string, value: string]

/** Unknown facts have no row. */
function factRows(facts: MatchFacts, variables: Variables, language: Language): FactRow[] {
  const { policy } = facts
  const say = (phrase: Parameters<Language['say']>[0]): string => language.say(phrase, variables)
  const limits = [
    variables.matching_employer_min_match ? say('limit_min') : '',
    variables.max_per_gift ? say('limit_max_gift') : '',
    variables.max_per_year ? say('limit_max_year') : '',
  ].filter((limit) => limit !== '')
  const rows: FactRow[] = [
    [say('gift'), say('gift_of')],
    [say('rate'), variables.match_ratio ? say('rate_of') : ''],
    [say('ask_by'), variables.deadline ?? ''],
    [say('limits'), limits.join(' · ')],
    [say('where'), policy?.method === 'csr' && policy.submissionUrl ? hostOf(policy.submissionUrl) : ''],
    [say('nonprofit'), say('nonprofit_is')],
  ]
  return rows.filter(([, value]) => value !== '')
}

function factsTable(rows: readonly FactRow[]): string {
  const line = 'border-top:1px solid #e3ddd0;padding:9px 0;vertical-align:top'
  return rows
    .map(
      ([label, value]) =>
        // A long word ("Organización") widens the column without touching its neighbor.
        `<tr><td class="label rule" width="104" style="${line};padding-right:12px;width:104px;color:#5a625c">${mailHtml(label)}</td>` +
        `<td class="value rule" style="${line};color:#1b2823">${mailHtml(value)}</td></tr>`,
    )
    .join('')
}

function othersTitle(statusId: TemplateStatusId): Phrase {
  if (actionable.includes(statusId)) return 'others_can'
  return statusId === 9 || statusId === 23 || statusId === 24 ? 'others_asked' : 'others_cannot'
}

const othersShown = 10

/** The last row counts the gifts that are not shown. */
function otherRows(others: readonly OpenGift[], language: Language): FactRow[] {
  const { locale } = language
  const number = (count: number): string => new Intl.NumberFormat(locale).format(count)
  const rows = others
    .slice(0, othersShown)
    .map(({ day, amountCents, currency, giftCount, companyName, deadlineDay }) => {
      const parts = [
        moneyText(amountCents, currency, locale),
        giftCount > 1 ? language.say('others_count', { gift_count: number(giftCount) }) : '',
        oneLine(companyName),
        deadlineDay ? language.say('others_by', { deadline: dayText(deadlineDay, locale) }) : '',
      ]
      return [dayText(day, locale), parts.filter((part) => part !== '').join(' · ')] as const
    })
  const rest = others.slice(othersShown).reduce((sum, { giftCount }) => sum + giftCount, 0)
  return rest === 0 ? rows : [...rows, ['', language.say('others_more', { more_count: number(rest) })]]
}

/** Each link is on a separate line. */
function asText(
  parts: Readonly<Record<string, string>>,
  { rows, listed }: { readonly rows: readonly FactRow[]; readonly listed: readonly FactRow[] },
  facts: MatchFacts,
  links: MailLinks,
  language: Language,
): string {
  const labelled = (label = '', value = ''): string => language.say('labelled', { label, value })
  const paragraphs = [
    parts.greeting,
    parts.paragraph_one,
    step(parts.step_one_title, parts.step_one_text),
    labelled(parts.step_one_btn, `\n${links.act}`),
    parts.step_one_note,
    step(parts.step_two_title, parts.step_two_text),
    parts.step_two_btn ? labelled(parts.step_two_btn, `\n${links.act}`) : '',
    parts.step_two_note,
    rows.map(([label, value]) => labelled(label, ` ${value}`)).join('\n'),
    parts.source,
    parts.others_title
      ? labelled(parts.others_title, `\n${listed.map((row) => row.filter(Boolean).join(' · ')).join('\n')}`)
      : '',
    parts.paragraph_three,
    parts.paragraph_two,
    parts.salutation,
    parts.decline ? labelled(parts.decline, `\n${links.decline}`) : '',
    ['--', parts.why_you_get_this, labelled(parts.unsubscribe, ` ${links.unsubscribe}`), postalAddress(facts)].join(
      '\n',
    ),
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

const step = (title = '', text = ''): string =>
  [title === '' || /[.?!]$/.test(title) ? title : `${title}.`, text].filter(Boolean).join(' ')
