import { linkTo, operatorPages, screens } from '@twofold/contract'
import { dayAt, donorUndoDays, findMove, findStatus, readEmployerText } from '@twofold/matching'
import { type Html, html, type PlainPage } from '../../../platform/http/plain-page.ts'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { dayText, languageOf, type PageText } from '../../core/texts/index.ts'
import { isUnconfirmed, type MatchFacts, variablesOf } from '../../email/match-facts/index.ts'
import type { MailLogo } from '../../email/notifications/index.ts'
import { contactOf, giftRows } from '../../forms/packets/index.ts'
import type { DonorAction } from '../../matches/journal/index.ts'
import { donorUndoDeadline } from '../../matches/matches/index.ts'
import { hasCalendar } from './calendar.ts'
import { type EmployerChoice, employerChoiceForm, formerEmployerForm } from './choose-employer.ts'
import type { DonorPageUrls } from './donor-page-urls.ts'
import { giftsList, waitsForDonor } from './gifts-list.ts'
import type { GiftOfDonor } from './gifts-of-donor.queries.ts'
import {
  actionButton,
  copyButton,
  hasForm,
  instructions,
  leadsWithSteps,
  type PageParts,
  portalUrl,
  type StepParts,
} from './instructions.ts'
import { languageChoice } from './language-choice.ts'
import { translatorFor } from './page-texts.ts'
import { type ActionResult, employmentChoices } from './perform-action.ts'
import { rulesCorrectionForm } from './rules-form.ts'
import { type Stage, stageOf } from './stage.ts'

/** The result of the action before the page is shown. */
export type Notice = ActionResult | null

type PageState = {
  readonly notice: Notice
  readonly declineOpen: boolean
  /** The rules depend on the donor's relationship to the employer, which is unknown. */
  readonly asksEmployment: boolean
  readonly isSigned: boolean
  /** The donor's last action, while they can undo it. */
  readonly undoable: DonorAction | null
  readonly gifts: readonly GiftOfDonor[]
  /** Companies that a typed employer may mean; null if there is nothing to choose. */
  readonly employerChoice: EmployerChoice | null
  /** The donor chose "retired" and must name the former employer next. */
  readonly asksFormerEmployer: boolean
  readonly logo: MailLogo | null
}

/** Renders the donor's page of a match in its current state, with only the data that the donor needs to act. */
export function matchPage(facts: MatchFacts, addresses: DonorPageUrls, state: PageState): PlainPage {
  const parts = partsOf(facts, state.gifts, addresses.page())
  const { language } = parts
  const stage = stageOf(facts)
  const content = state.employerChoice
    ? employerChoiceForm(parts, state.employerChoice)
    : state.asksFormerEmployer && canCorrectEmployer(parts)
      ? formerEmployerForm(parts)
      : contentOf(stage, parts, state, documentLinks(stage, parts, addresses, state))
  const portal = stage.kind === 'act' ? portalUrl(facts.policy) : null
  return {
    title: `${content.title} · ${oneLine(facts.organization.name)}`,
    lang: language.locale,
    script: '/m/page.js',
    // submitting "Open the portal" redirects to the portal
    formsLeadTo: portal ? [portal.origin] : [],
    body: html`<div class="page"><header class="from">${logoPicture(state.logo)}<span>${parts.translate('from')}</span></header>
<main>${notice(state.notice, parts)}<h1>${content.title}</h1>${content.body}
${giftsList(state.gifts, {
  language,
  translate: parts.translate,
  addresses,
  currentId: facts.donation.id,
  isFolded: stage.kind === 'act',
})}</main>
${foot(stage, parts, addresses)}</div>`,
  }
}

function partsOf(facts: MatchFacts, gifts: readonly GiftOfDonor[], action: string): PageParts {
  const language = languageOf(facts.donor.language)
  const hasNext = gifts.some((gift) => gift.donationId !== facts.donation.id && waitsForDonor(gift))
  const variables = {
    ...variablesOf(facts, language),
    undo_days: String(donorUndoDays),
    has_next: hasNext ? 'yes' : '',
  }
  return { facts, language, variables, translate: translatorFor(language, variables), action }
}

/** Initial state of the page. */
export const defaultPageState: PageState = {
  notice: null,
  declineOpen: false,
  asksEmployment: false,
  isSigned: false,
  undoable: null,
  gifts: [],
  employerChoice: null,
  asksFormerEmployer: false,
  logo: null,
}

/** Returns the gifts of the match and its status in the words of the page's title. */
export function summaryOf(facts: MatchFacts): { readonly about: string; readonly standing: string } {
  const parts = partsOf(facts, defaultPageState.gifts, '')
  const { title } = contentOf(stageOf(facts), parts, defaultPageState, null)
  return { about: parts.translate('correct_gift'), standing: title }
}

/** Returns whether the page asks the donor to act. */
export const isWaitingForDonor = (facts: MatchFacts): boolean =>
  ['act', 'consent', 'employer'].includes(stageOf(facts).kind)

/** The name follows, so the picture needs no alternative text. */
const logoPicture = (logo: MailLogo | null): Html | null =>
  logo && html`<img src="${logo.url}" width="${logo.width}" height="${logo.height}" alt="">`

const tick = html`<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M20 6 9 17l-5-5"/></svg>`

const notice = (kind: Notice, { translate }: PageParts): Html | null =>
  kind === null || kind === 'employer_missing' || kind === 'suggestion_missing'
    ? null
    : html`<div class="done" role="status">${tick}<p>${translate(kind)}</p></div>`

/** Documents for the donor: a signed form permanently, the others while they are useful. */
function documentLinks(
  stage: Stage,
  { facts, translate }: PageParts,
  { calendar, receipt, formPdf }: DonorPageUrls,
  { isSigned }: Pick<PageState, 'isSigned'>,
): Html | null {
  const isRequest = stage.kind === 'act' || stage.kind === 'submitted' || stage.kind === 'verify'
  if (!isRequest && !isSigned) return null
  const link = (address: string, type: string, text: PageText): Html =>
    html`<li><a href="${address}" type="${type}">${translate(text)}</a></li>`
  return html`<ul class="papers">${isSigned ? link(formPdf, 'application/pdf', 'signed_link') : null}
${isRequest ? link(receipt, 'application/pdf', 'receipt_link') : null}
${isRequest && hasCalendar(facts) ? link(calendar, 'text/calendar', 'calendar_link') : null}</ul>`
}

export type Content = { readonly title: string; readonly body: Html }

function contentOf(
  stage: Stage,
  parts: PageParts,
  { declineOpen, notice, asksEmployment, undoable }: PageState,
  documents: Html | null,
): Content {
  const { translate } = parts
  if (stage.kind === 'act') return actContent(stage, parts, { declineOpen, asksEmployment, notice, documents })
  if (stage.kind === 'consent') return consentContent(parts)
  if (stage.kind === 'employer') return employerContent(parts, notice === 'employer_missing')
  const correction = canCorrectEmployer(parts) ? employerCorrection(parts, notice === 'employer_missing') : null
  if (stage.kind === 'outcome') {
    const variant = outcomeVariant(stage.statusId, parts)
    const question = asksEmployment ? employmentQuestion(parts) : null
    return {
      title: translate(`outcome_${variant}_title`),
      body: html`<p>${translate(`outcome_${variant}_text`)}</p>${variant === 9 ? null : html`<p>${translate('outcome_wrong')}</p>`}${question}
<div class="buttons secondary">${correction}${rulesCorrectionForm(parts, notice)}</div>${gift(parts)}${source(parts)}`,
    }
  }
  const isForAll = stage.kind === 'declined' && parts.facts.mail.suppressed === 'unsubscribed'
  const text: PageText = isForAll ? 'declined_all_text' : `${stage.kind}_text`
  const undoHint: PageText | null = stage.kind === 'declined' && undoable === null ? 'declined_back' : null
  return {
    title: translate(`${stage.kind}_title`),
    body: html`<p>${translate(text)}</p>${undoHint && html`<p>${translate(undoHint)}</p>`}${undoable && undoSection(parts, undoable)}${correction}${gift(parts)}${documents}`,
  }
}

/** Shows the donor's last action, its day and the undo button. */
function undoSection({ language, variables, translate, action }: PageParts, undoable: DonorAction): Html {
  const day = (moment: Date): string => dayText(dayAt(moment, undoable.time_zone), language.locale)
  const days = { ...variables, acted_day: day(undoable.at), undo_until: day(donorUndoDeadline(undoable.at)) }
  const text = (name: PageText): string => language.translateOnPage(name, days)
  const textName = undoable.is_for_all ? 'undo_decline_all' : (`undo_${undoable.action}` as const)
  return html`<p>${text(textName)} ${text('undo_until')}</p>
<div class="buttons">${actionButton(action, 'undo', translate('undo'), 'quiet')}</div>`
}

const submitLabels = {
  csr: 'submitted_button',
  contact: 'submitted_button',
  mail: 'mailed_button',
  form: 'sent_button',
} as const

/** Returns the text variant of a status that fits this gift. */
function outcomeVariant(statusId: Extract<Stage, { kind: 'outcome' }>['statusId'], { facts }: PageParts) {
  const { reasonCode } = facts.donation
  if (statusId === 15 && reasonCode === 'payroll_gift') return '15_payroll'
  return statusId === 19 && reasonCode === 'no_employer' ? '19_none' : statusId
}

const canCorrectEmployer = ({ facts: { donation } }: PageParts): boolean => {
  const status = findStatus(donation.statusId)
  return (
    status !== null && donation.counted && !donation.inert && findMove('give_employer', status.id, 'donor') !== null
  )
}

/** Lets the donor correct a wrong or outdated employer. */
function employerCorrection({ translate, action }: PageParts, isMissing: boolean): Html {
  return html`<details id="elsewhere"${isMissing ? html` open` : null}><summary>${translate('elsewhere')}</summary><div><p>${translate('elsewhere_text')}</p>
${employerForm({ translate, action }, isMissing, 'quiet')}</div></details>`
}

function actContent(
  stage: Extract<Stage, { kind: 'act' }>,
  parts: PageParts,
  {
    declineOpen,
    asksEmployment,
    notice,
    documents,
  }: Pick<PageState, 'declineOpen' | 'asksEmployment' | 'notice'> & { documents: Html | null },
): Content {
  const { translate, action, facts } = parts
  const submitLabel = translate(submitLabels[stage.method])
  const isSignedHere = stage.method === 'form' && hasForm(parts)
  const decline = html`<details${declineOpen ? html` open` : null} id="decline"><summary>${translate('decline')}</summary><div><p>${translate('decline_sure')}</p>
<div class="buttons">${actionButton(action, 'decline', translate('decline_button'), 'quiet')}${actionButton(action, 'decline_all', translate('decline_all_button'), 'quiet')}</div></div></details>`
  const correction = canCorrectEmployer(parts) ? employerCorrection(parts, notice === 'employer_missing') : null
  const actionButtons = (style: 'main' | 'quiet') =>
    html`<div class="buttons">${isSignedHere ? null : actionButton(action, 'submit', submitLabel, style)}${decline}</div>`
  // Too late for a request; the donor can only state that they made it in time.
  const { deadlinePassed, giftDeadlines } = facts.donation
  if ((giftDeadlines.at(-1)?.isPassed ?? deadlinePassed) && !isSignedHere) {
    return {
      title: translate('late_title'),
      body: html`<p>${translate('late')}</p>${asksEmployment ? employmentQuestion(parts) : null}${actionButtons('main')}${correction}${gift(parts)}${source(parts)}${rulesCorrectionForm(parts, notice)}`,
    }
  }
  return {
    title: translate('act_title'),
    body: html`<p>${translate('act_intro')}${giftDeadlines.length > 0 ? html`</p><p>` : ' '}${translate(deadlinePassed && giftDeadlines.length > 0 ? 'first_late' : 'by_deadline')}</p>
${instructions(stage.method, parts)}
${actionButtons(leadsWithSteps(stage.method, parts) ? 'quiet' : 'main')}
<h2>${translate('needed')}</h2>${formDetails(parts, {
      ending: html`${documents}${source(parts)}<div class="buttons secondary">${asksEmployment ? foldedEmployment(parts) : null}${rulesCorrectionForm(parts, notice)}</div>`,
      after: correction,
      isOpen: notice === 'suggestion_missing',
    })}`,
  }
}

/** Asks for the donor's relationship to an employer with different rules for retirees or directors. */
const employmentQuestion = (parts: PageParts): Html =>
  html`<label for="employment">${parts.translate('employment_label')}</label>${employmentForm(parts, html`id="employment"`)}`

function employmentForm({ translate, action, facts: { donation } }: PageParts, attribute: Html): Html {
  const statedEmployment = donation.employment ?? readEmployerText(donation.employerText).employment
  return html`<form method="post" action="${action}"><input type="hidden" name="press" value="employment">
<p class="small muted">${translate('employment_why')}</p>
<select ${attribute} name="employment">${employmentChoices.map(
    (choice) =>
      html`<option value="${choice}"${choice === statedEmployment ? html` selected` : null}>${translate(`employment_${choice}`)}</option>`,
  )}</select>
<button type="submit" class="quiet">${translate('employment_button')}</button></form>`
}

const foldedEmployment = (parts: PageParts): Html =>
  html`<details id="connection"><summary>${parts.translate('employment_label')}</summary><div>${employmentForm(parts, html`aria-label="${parts.translate('employment_label')}"`)}</div></details>`

function consentContent({ facts, translate, action }: PageParts): Content {
  if (isUnconfirmed(facts)) {
    return {
      title: translate('request_title'),
      body: html`<p>${translate('request_intro')}</p><p>${translate('request_what')}</p>
<div class="buttons">${actionButton(action, 'consent', translate('request_yes'))}${actionButton(action, 'decline', translate('request_no'), 'quiet')}</div>`,
    }
  }
  return {
    title: translate('consent_title'),
    body: html`<p>${translate('consent_intro')}</p><p>${translate('consent_what')}</p>
<div class="buttons">${actionButton(action, 'consent', translate('consent_yes'))}${actionButton(action, 'decline', translate('consent_no'), 'quiet')}${actionButton(action, 'decline_all', translate('consent_no_all'), 'quiet')}</div>`,
  }
}

function employerContent({ translate, action }: PageParts, isMissing: boolean): Content {
  return {
    title: translate('employer_title'),
    body: html`<p>${translate('employer_intro')}</p>${employerForm({ translate, action }, isMissing, 'main')}`,
  }
}

const employerForm = (
  { translate, action }: Pick<PageParts, 'translate' | 'action'>,
  isMissing: boolean,
  style: 'main' | 'quiet',
): Html =>
  html`<form method="post" action="${action}"><input type="hidden" name="press" value="employer">
<label for="employer">${translate('employer_label')}</label>
${isMissing ? html`<p class="problem" id="missing" role="alert">${translate('employer_missing')}</p>` : null}
<input type="text" id="employer" name="employer"${isMissing ? html` aria-invalid="true" aria-describedby="missing"` : null} required maxlength="200" autocomplete="organization">
<button type="submit"${style === 'quiet' ? html` class="quiet"` : null}>${translate('employer_button')}</button></form>`

const gift = ({ facts, language, translate, variables }: PageParts): Html =>
  factList([
    [translate('fact_gift'), variables.gift_amount],
    ...giftRows(facts, variables, language).slice(0, facts.donation.gifts.length || 1),
    [translate('fact_nonprofit'), variables.receiving_org_name],
  ])

/** Shows the values that employers' forms require, each ready to copy. Less important ones are folded. */
export function formDetails(
  { facts, language, translate, variables }: StepParts,
  { ending, after, isOpen }: { ending?: Html; after?: Html | null; isOpen?: boolean } = {},
): Html {
  const limits = [
    variables.matching_employer_min_match ? translate('limit_min') : '',
    variables.max_per_gift ? translate('limit_max_gift') : '',
    variables.max_per_year ? translate('limit_max_year') : '',
  ].filter((limit) => limit !== '')
  const [firstGiftRow, ...furtherGiftRows] = giftRows(facts, variables, language)
  const isSeries = facts.donation.gifts.length > 1
  const firstRows: Row[] = [
    [translate('fact_nonprofit'), variables.receiving_org_name],
    [translate('fact_ein'), variables.receiving_org_ein],
    [translate('fact_gift'), variables.gift_amount],
    ...(firstGiftRow && !isSeries ? [firstGiftRow] : []),
  ]
  const furtherRows: Row[] = [
    ...(firstGiftRow && isSeries ? [firstGiftRow] : []),
    ...furtherGiftRows,
    [translate('fact_address'), facts.organization.addressLines.map((line) => oneLine(line)).join(', ')],
    [translate('fact_contact'), contactOf(facts)],
    [translate('fact_website'), variables.receiving_org_website],
  ]
  const { giftDeadlines } = facts.donation
  const deadlineRows: Row[] =
    giftDeadlines.length === 0
      ? [[translate('fact_deadline'), variables.deadline]]
      : giftDeadlines.map(({ giftDay, lastDay }) => [
          translate('fact_deadline'),
          language.translateOnPage('deadline_of_gift', {
            ...variables,
            gift_until: dayText(lastDay, language.locale),
            gift_day: dayText(giftDay, language.locale),
          }),
        ])
  const rules: Row[] = [
    [translate('fact_rate'), variables.match_ratio ? translate('rate_of') : ''],
    ...deadlineRows,
    [translate('fact_limits'), limits.join(' · ')],
  ]
  const copy = (value: string): Html => copyButton(value, translate)
  return html`${factList(firstRows, copy)}
<div class="buttons secondary"><details${isOpen ? html` open` : null}><summary>${translate('needed_more')}</summary><div>${factList(furtherRows, copy)}${factList(rules)}<p>${translate('receipt_hint')}</p>${ending ?? null}</div></details>${after ?? null}</div>`
}

/** A label and its value; rows without a value are not shown. */
type Row = readonly [string, string | undefined]

function factList(rows: readonly Row[], action: (value: string) => Html | null = () => null): Html {
  const filledRows = rows.flatMap(([label, value]) =>
    value ? [html`<div><dt>${label}</dt><dd><span>${value}</span>${action(value)}</dd></div>`] : [],
  )
  return filledRows.length === 0 ? html`` : html`<dl>${filledRows}</dl>`
}

const source = ({ facts, translate }: PageParts): Html | null =>
  facts.policy?.sourceUrl ? html`<p class="small muted">${translate('source')}</p>` : null

const processKinds = { csr: 'portal', contact: 'contact', mail: 'paper', form: 'esign' } as const

function foot(
  stage: Stage,
  { facts, language, translate, variables, action }: PageParts,
  { privacy }: DonorPageUrls,
): Html {
  const questions = linkTo(screens.faq, {
    lang: language.locale.slice(0, 2),
    di: facts.donation.id,
    ...(stage.kind === 'act' ? { [processKinds[stage.method]]: 1 } : {}),
    ...(facts.companyName ? { cn: variables.matching_employer_name } : {}),
  })
  const correction = linkTo(screens.donorMatch, { matchId: facts.donation.id, lang: language.locale.slice(0, 2) })
  const contact = translate('contact')
  return html`<footer><p>${translate('foot')}</p><p><a href="${questions}">${translate('questions')}</a>${contact ? html` · <a href="mailto:${facts.organization.contactEmail}">${contact}</a>` : null} · <a href="${correction}">${translate('correct_link')}</a> · <a href="${privacy()}">${translate('privacy_link')}</a> · <a href="${operatorPages.privacy}">${translate('privacy')}</a></p>${languageChoice(action, translate, language)}</footer>`
}
