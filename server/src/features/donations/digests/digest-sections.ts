import { type Currency, linkTo, screens } from '@twofold/contract'
import { oneLine } from '../../../platform/mail/address-text.ts'
import { dayText, type Language, moneyText } from '../../core/texts/index.ts'
import { type DigestFacts, deadlinesWithinDays } from './digest-facts.ts'

// A number links to exactly the matches it counts; otherwise, the sentence describes the linked list.

export type Line = { readonly lead: string; readonly link: string; readonly rest: string }
export type Section = { readonly title: string; readonly lines: readonly Line[] }

export type DigestLinks = { readonly publicUrl: string; readonly unsubscribe: string }

export type DigestDraft = { readonly facts: DigestFacts; readonly links: DigestLinks; readonly language: Language }

export const sectionsOf = (writing: DigestDraft): readonly Section[] =>
  [waiting, week, coming, heldEmails, setup].map((section) => section(writing)).filter(({ lines }) => lines.length > 0)

export const toVerifyLink = (writing: DigestDraft): string =>
  portalUrlFor(writing, screens.donations, { status: 'npo_verify', dates: 'any' })

function waiting(writing: DigestDraft): Section {
  const { toVerify, lateToVerify } = writing.facts
  const { digest } = writing.language
  if (toVerify.gifts === 0) return { title: '', lines: [] }
  const words = digest.waiting({ count: toVerify.gifts, late: lateToVerify, worth: moneyOf(writing, toVerify.matches) })
  return { title: digest.waitingTitle, lines: [{ ...words, link: toVerifyLink(writing) }] }
}

function week(writing: DigestDraft): Section {
  const { given, uploads, submitted, completed, from, to } = writing.facts
  const { digest } = writing.language
  const ofStatus = (status: string) => portalUrlFor(writing, screens.donations, { status, dates: 'any' })
  const lines: Line[] = []
  if (given.gifts > 0) {
    const [amounts, worth] = [moneyOf(writing, given.amounts), moneyOf(writing, given.matches)]
    const link = portalUrlFor(writing, screens.donations, { from, to })
    lines.push({ ...digest.given({ count: given.gifts, amounts, worth }), link })
  }
  if (uploads.gifts > 0) {
    const link = portalUrlFor(writing, screens.uploads)
    lines.push({ ...digest.uploaded({ count: uploads.gifts, files: uploads.files }), link })
  }
  if (submitted.gifts > 0) {
    const words = digest.submitted({ count: submitted.gifts, worth: moneyOf(writing, submitted.matches) })
    lines.push({ ...words, link: ofStatus('4') })
  }
  if (completed.gifts > 0) {
    const [received, worth] = [moneyOf(writing, completed.received), moneyOf(writing, completed.matches)]
    const words = digest.completed({ count: completed.gifts, received, worth })
    lines.push({ ...words, link: ofStatus('1') })
  }
  return { title: digest.weekTitle, lines }
}

function coming(writing: DigestDraft): Section {
  const { digest, locale } = writing.language
  const { deadlines, moreDeadlines } = writing.facts
  const lines = deadlines.map((deadline) => ({
    lead: dayText(deadline.day, locale),
    link: portalUrlFor(writing, screens.donations, { dates: 'any', match: String(deadline.donation_id) }),
    rest: digest.deadline({
      donor: oneLine(deadline.donor_name, 60),
      employer: oneLine(deadline.company_name, 60),
      worth: deadline.matched > 0 ? moneyText(Math.round(deadline.matched * 100), deadline.currency, locale) : '',
      isYours: deadline.isYours,
    }),
  }))
  const list = portalUrlFor(writing, screens.donations, { dates: 'any', deadline: String(deadlinesWithinDays) })
  const more = moreDeadlines === 0 ? [] : [{ ...digest.moreDeadlines(moreDeadlines), link: list }]
  return { title: digest.deadlinesTitle, lines: [...lines, ...more] }
}

function heldEmails(writing: DigestDraft): Section {
  const { digest } = writing.language
  const title = digest.heldTitle
  const tab = (name: string): string => portalUrlFor(writing, screens.organizationDetails, { tab: name })
  switch (writing.facts.donorMailsHeld) {
    case 'bounces':
      return { title, lines: [{ ...digest.heldByBounces, link: tab('settings') }] }
    case 'no_address':
      // The section about the unfinished setup already covers this.
      if (writing.facts.setup.unfinished) return { title, lines: [] }
      return { title, lines: [{ ...digest.heldWithoutAddress, link: tab('address') }] }
    default:
      return { title, lines: [] }
  }
}

function setup(writing: DigestDraft): Section {
  const { unfinished, missing, waiting } = writing.facts.setup
  const { digest } = writing.language
  if (!unfinished) return { title: '', lines: [] }
  const words = digest.setup({ missing: missing.map((step) => digest.setupSteps[step]), waiting })
  return { title: digest.setupTitle, lines: [{ ...words, link: portalUrlFor(writing, screens.dashboard) }] }
}

type DigestScreen = (typeof screens)['dashboard' | 'donations' | 'uploads' | 'organizationDetails']

export function portalUrlFor(
  { facts, links }: DigestDraft,
  screen: DigestScreen,
  search: Readonly<Record<string, string>> = {},
): string {
  return `${links.publicUrl}${linkTo(screen, { ...search, in: facts.organizationId })}`
}

function moneyOf({ language }: DigestDraft, sums: ReadonlyMap<Currency, number>): string {
  const texts = [...sums]
    .filter(([, cents]) => cents > 0)
    .map(([currency, cents]) => moneyText(cents, currency, language.locale))
  return language.digest.list(texts)
}

/** Returns `Nov 16 – 22, 2026`. */
export const weekText = ({ facts: { from, to }, language }: DigestDraft): string =>
  new Intl.DateTimeFormat(language.locale, { dateStyle: 'medium', timeZone: 'UTC' })
    .formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`))
    .replaceAll(/\s+/g, ' ')
