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
import type { MailLinks } from '../../donor-links/index.ts'
import { hostOf, isUnconfirmed, type MatchFacts, variablesOf } from '../../match-facts/index.ts'
import type { DonorMailKind } from './donor-mail-kinds.ts'
import type { OpenGift } from './listed-gifts.queries.ts'
import type { MailLogo } from './logo-of-mail.ts'

export type RenderedMail = {
  readonly subject: string
  readonly preheader: string
  readonly html: string
  readonly text: string
}

type ParsedTemplate = ReadonlyMap<string, Message>

const defaultTemplates = new Map<string, ParsedTemplate>()

function getDefaultTemplate(id: templates.TemplateId, language: Language): ParsedTemplate {
  const key = `${language.locale} ${id}`
  const cached = defaultTemplates.get(key)
  if (cached) return cached
  const template = new Map(
    Object.entries(language.mails[id]).map(([field, text]) => [field, readMessage(text, language.locale)]),
  )
  defaultTemplates.set(key, template)
  return template
}

const actionableStatusIds: readonly number[] = instructedStatusIds

/** A private-use character that marks the logo until the email becomes HTML. */
const logoPlaceholder = '\ue000'

export type CustomTexts = Partial<templates.TemplateTexts>

/** Null if the version has none or one of its variables is unknown. */
export function customText(
  customTexts: CustomTexts,
  field: templates.TemplateField,
  variables: Variables,
): string | null {
  const text = customTexts[field]
  if (text === undefined) return null
  return fillVariables(text.replaceAll(logoPlaceholder, ''), { ...variables, receiving_org_logo: logoPlaceholder })
}

export type RenderInput = {
  readonly kind: Pick<DonorMailKind, 'templateOf' | 'part'>
  readonly statusId: TemplateStatusId
  readonly facts: MatchFacts
  readonly links: MailLinks
  readonly logo?: MailLogo | null
  readonly own?: CustomTexts
  readonly others?: readonly OpenGift[]
  /** A reminder about several gifts then has our subject and heading, even in a version. */
  readonly isYearEnd?: boolean
}

export function renderMail(input: RenderInput): RenderedMail {
  const { kind, statusId, facts, links, logo = null, own = {}, others = [], isYearEnd = false } = input
  const language = languageOf(facts.donor.language)
  const variables = variablesOf(facts, language)
  const template = getDefaultTemplate(kind.templateOf(statusId), language)
  const customTexts = language === languageOf(facts.organization.language) ? own : {}
  const asksToConfirm = statusId === 24 && isUnconfirmed(facts)
  const openGiftCounts = formatGiftCounts(facts, others, language)
  const getText = (field: templates.TemplateField): string => {
    if (asksToConfirm) return getConfirmText(field, variables, language)
    const severalForm = getSeveralForm(field, kind.templateOf(statusId))
    if (severalForm && others.length > 0) {
      const values = { ...variables, ...openGiftCounts, has_several: 'yes' }
      const getDefaultText = () =>
        severalForm === 'template' ? template.get(field)?.(values) : language.translate(severalForm, values)
      const usesDefaultText = isYearEnd && /^(subject|preheader|header)[23]$/.test(field)
      return ((usesDefaultText ? null : customText(customTexts, field, variables)) ?? getDefaultText() ?? '').trim()
    }
    return (customText(customTexts, field, variables) ?? template.get(field)?.(variables) ?? '').trim()
  }
  const { part } = kind
  // the last deadline warning has the first paragraph of the first one, which nonprofits may have changed
  const openingPart = template.has(`paragraph_one_${part}`) ? part : 1
  const rows = actionableStatusIds.includes(statusId) ? getFactRows(facts, variables, language) : []
  const texts = {
    header: getText(`header${part}`),
    greeting: getText('greeting'),
    paragraph_one: getText(`paragraph_one_${openingPart}`),
    step_one_title: getText('step_one_title'),
    step_one_text: getText('step_one_text'),
    step_one_note: getText('step_one_note'),
    step_one_btn: getText('step_one_btn'),
    step_two_title: getText('step_two_title'),
    step_two_text: getText('step_two_text'),
    step_two_btn: getText('step_two_btn'),
    step_two_note: getText('step_two_note'),
    paragraph_two: getText('paragraph_two'),
    paragraph_three: getText('paragraph_three'),
    salutation: getText('salutation'),
    others_title: others.length > 0 ? language.translate(getOthersTitle(statusId), variables) : '',
    source: rows.length > 0 && facts.policy?.sourceUrl ? language.translate('source', variables) : '',
    decline: asksToConfirm
      ? language.translate('confirm_no', variables)
      : getDeclineText(statusId, variables, language),
    why_you_get_this: language.translate('why_you_get_this', variables),
    unsubscribe: language.translate('unsubscribe', variables),
  }
  const subject = oneLine(withoutLogo(getText(`subject${part}`)))
  const preheader = withoutLogo(getText(`preheader${part}`))
  const otherGiftRows = getOtherGiftRows(others, language)
  const showFigures = actionableStatusIds.includes(statusId) && variables.match_amount !== ''
  const html = fillMail({
    lang: language.locale,
    preheader,
    ...headOf(facts, logo),
    header: texts.header,
    greeting: texts.greeting,
    opening: texts.paragraph_one,
    figures: showFigures ? 'shown' : '',
    your_gift: language.translate('your_gift', variables),
    gift_amount: variables.gift_amount ?? '',
    could_add: language.translate('could_add', variables),
    match_amount: variables.match_amount ?? '',
    step_title: texts.step_one_title,
    step_text: texts.step_one_text,
    act_url: links.act,
    act_label: texts.step_one_btn,
    note: texts.step_one_note,
    step_two_title: texts.step_two_title,
    step_two_text: texts.step_two_text,
    step_two_btn: texts.step_two_btn,
    step_two_note: texts.step_two_note,
    facts: renderFactsTable(rows),
    source: texts.source,
    others_title: texts.others_title,
    others: renderFactsTable(otherGiftRows),
    closing: texts.paragraph_three,
    closing_more: texts.paragraph_two,
    salutation: texts.salutation,
    decline: texts.decline,
    decline_url: links.decline,
    why: texts.why_you_get_this,
    unsubscribe: texts.unsubscribe,
    unsubscribe_url: links.unsubscribe,
    from_line: postalAddress(facts),
    pixel_url: links.pixel,
  })
  const plainText = withoutLogo(renderPlainText(texts, { rows, listed: otherGiftRows }, facts, links, language))
  return { subject, preheader, html: html.replaceAll(logoPlaceholder, renderLogo(facts, logo)), text: plainText }
}

/** Deadline warnings and thanks stay about one gift. */
const severalGiftPhrases = {
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
const isSeveralField = (field: templates.TemplateField): field is keyof typeof severalGiftPhrases =>
  Object.hasOwn(severalGiftPhrases, field)

/** 'template': its own words have a form for several gifts. Null: not about gifts. */
function getSeveralForm(field: templates.TemplateField, id: templates.TemplateId): Phrase | 'template' | null {
  if (!isSeveralField(field) || id === 102 || id === 103) return null
  if (actionableStatusIds.includes(id)) return severalGiftPhrases[field]
  return field.startsWith('preheader') ? 'several_about' : 'template'
}

function formatGiftCounts({ donation }: MatchFacts, others: readonly OpenGift[], { locale }: Language) {
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
const getConfirmText = (field: templates.TemplateField, variables: Variables, language: Language): string =>
  hasConfirmPhrase(field) ? language.translate(confirmPhrases[field], variables) : ''

const withoutLogo = (text: string): string => text.replaceAll(logoPlaceholder, '')

const renderLogo = ({ organization }: MatchFacts, logo: MailLogo | null): string =>
  logo
    ? `<img src="${mailHtml(logo.url)}" width="${logo.width}" height="${logo.height}" alt="${mailHtml(oneLine(organization.name))}" style="border:0;vertical-align:middle" />`
    : mailHtml(oneLine(organization.name))

const minNamelessLogoWidth = 120

/** Its name without a logo or with pictures switched off. */
export function headOf({ organization }: MatchFacts, logo: MailLogo | null): MailSlots {
  const name = oneLine(organization.name)
  if (!logo) return { brand_text: name }
  const logoSlots = { logo_url: logo.url, logo_width: String(logo.width), logo_height: String(logo.height) }
  // A wide logo replaces the name, which is its alternative text; a small one is next to it.
  return logo.width >= minNamelessLogoWidth
    ? { ...logoSlots, logo_alt: name }
    : { ...logoSlots, logo_alt: 'Logo', logo_name: name }
}

export const postalAddress = ({ organization }: MatchFacts): string =>
  [organization.name, ...organization.addressLines].map((line) => oneLine(line)).join(', ')

function getDeclineText(statusId: TemplateStatusId, variables: Variables, language: Language): string {
  if (statusId === 24) return language.translate('no_consent', variables)
  return actionableStatusIds.includes(statusId) ? language.translate('rather_not', variables) : ''
}

type FactRow = readonly [label: string, value: string]

/** Unknown facts have no row. */
function getFactRows(facts: MatchFacts, variables: Variables, language: Language): FactRow[] {
  const { policy } = facts
  const getText = (phrase: Parameters<Language['translate']>[0]): string => language.translate(phrase, variables)
  const limits = [
    variables.matching_employer_min_match ? getText('limit_min') : '',
    variables.max_per_gift ? getText('limit_max_gift') : '',
    variables.max_per_year ? getText('limit_max_year') : '',
  ].filter((limit) => limit !== '')
  const rows: FactRow[] = [
    [getText('gift'), getText('gift_of')],
    [getText('rate'), variables.match_ratio ? getText('rate_of') : ''],
    [getText('ask_by'), [variables.deadline, variables.last_deadline].filter(Boolean).join(' – ')],
    [getText('limits'), limits.join(' · ')],
    [getText('where'), policy?.method === 'csr' && policy.submissionUrl ? hostOf(policy.submissionUrl) : ''],
    [getText('nonprofit'), getText('nonprofit_is')],
  ]
  return rows.filter(([, value]) => value !== '')
}

function renderFactsTable(rows: readonly FactRow[]): string {
  const cellStyle = 'border-top:1px solid #e3ddd0;padding:9px 0;vertical-align:top'
  return rows
    .map(
      ([label, value]) =>
        // A long word ("Organización") widens the column without touching its neighbor.
        `<tr><td class="label rule" width="104" style="${cellStyle};padding-right:12px;width:104px;color:#5a625c">${mailHtml(label)}</td>` +
        `<td class="value rule" style="${cellStyle};color:#1b2823">${mailHtml(value)}</td></tr>`,
    )
    .join('')
}

function getOthersTitle(statusId: TemplateStatusId): Phrase {
  if (actionableStatusIds.includes(statusId)) return 'others_can'
  return statusId === 9 || statusId === 23 || statusId === 24 ? 'others_asked' : 'others_cannot'
}

const maxOtherGifts = 10

/** The last row counts the gifts that are not shown. */
function getOtherGiftRows(others: readonly OpenGift[], language: Language): FactRow[] {
  const { locale } = language
  const formatNumber = (count: number): string => new Intl.NumberFormat(locale).format(count)
  const rows = others
    .slice(0, maxOtherGifts)
    .map(({ day, amountCents, currency, giftCount, companyName, deadlineDay }) => {
      const parts = [
        moneyText(amountCents, currency, locale),
        giftCount > 1 ? language.translate('others_count', { gift_count: formatNumber(giftCount) }) : '',
        oneLine(companyName),
        deadlineDay ? language.translate('others_by', { deadline: dayText(deadlineDay, locale) }) : '',
      ]
      return [dayText(day, locale), parts.filter((part) => part !== '').join(' · ')] as const
    })
  const hiddenCount = others.slice(maxOtherGifts).reduce((sum, { giftCount }) => sum + giftCount, 0)
  return hiddenCount === 0
    ? rows
    : [...rows, ['', language.translate('others_more', { more_count: formatNumber(hiddenCount) })]]
}

/** Each link is on a separate line. */
function renderPlainText(
  parts: Readonly<Record<string, string>>,
  { rows, listed }: { readonly rows: readonly FactRow[]; readonly listed: readonly FactRow[] },
  facts: MatchFacts,
  links: MailLinks,
  language: Language,
): string {
  const withLabel = (label = '', value = ''): string => language.translate('labelled', { label, value })
  const paragraphs = [
    parts.greeting,
    parts.paragraph_one,
    joinStep(parts.step_one_title, parts.step_one_text),
    withLabel(parts.step_one_btn, `\n${links.act}`),
    parts.step_one_note,
    joinStep(parts.step_two_title, parts.step_two_text),
    parts.step_two_btn ? withLabel(parts.step_two_btn, `\n${links.act}`) : '',
    parts.step_two_note,
    rows.map(([label, value]) => withLabel(label, ` ${value}`)).join('\n'),
    parts.source,
    parts.others_title
      ? withLabel(parts.others_title, `\n${listed.map((row) => row.filter(Boolean).join(' · ')).join('\n')}`)
      : '',
    parts.paragraph_three,
    parts.paragraph_two,
    parts.salutation,
    parts.decline ? withLabel(parts.decline, `\n${links.decline}`) : '',
    ['--', parts.why_you_get_this, withLabel(parts.unsubscribe, ` ${links.unsubscribe}`), postalAddress(facts)].join(
      '\n',
    ),
  ]
  return `${paragraphs.filter(Boolean).join('\n\n')}\n`
}

const joinStep = (title = '', text = ''): string =>
  [title === '' || /[.?!]$/.test(title) ? title : `${title}.`, text].filter(Boolean).join(' ')
