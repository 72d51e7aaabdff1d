import { type Currency, linkTo, screens, type setup as setupSteps } from '@twofold/contract'
import { oneLine } from '../../platform/mail/plain-words.ts'
import { dayText, moneyText } from '../notifications/index.ts'
import type { Count, DigestFacts } from './digest-facts.ts'

// What a digest says, section by section. A number leads to exactly what it counts, or its sentence says what the list shows.

export const locale = 'en-US'

/** One line of news: the words that lead to the list behind them, and the rest of the sentence. */
export type Line = { readonly lead: string; readonly link: string; readonly rest: string }
export type Section = { readonly title: string; readonly lines: readonly Line[] }

export type DigestLinks = { readonly publicUrl: string; readonly unsubscribe: string }
/** The sections that have something to say, in the order of how much they need somebody. */
export const sectionsOf = (facts: DigestFacts, links: DigestLinks): readonly Section[] =>
  [waiting, week, coming, held, setup].map((section) => section(facts, links)).filter(({ lines }) => lines.length > 0)

export const toVerifyLink = (facts: DigestFacts, { publicUrl }: DigestLinks): string =>
  withOrganization(publicUrl, facts, screens.donations, { status: 'npo_verify', dates: 'any' })

function waiting(facts: DigestFacts, links: DigestLinks): Section {
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
        link: toVerifyLink(facts, links),
        rest: `to verify or sign${worth ? `, together up to ${worth}` : ''}.${late}`,
      },
    ],
  }
}

function week(facts: DigestFacts, { publicUrl }: DigestLinks): Section {
  const { given, uploads, submitted, completed, from, to } = facts
  const lines: Line[] = []
  if (given.gifts > 0) {
    const matches = moneyOf(given.matches)
    lines.push({
      lead: giftsText(given.gifts),
      link: withOrganization(publicUrl, facts, screens.donations, { from, to }),
      rest: `given, ${moneyOf(given.amounts)} in all.${matches ? ` Employers could add up to ${matches}.` : ''}`,
    })
  }
  if (uploads.gifts > 0) {
    lines.push({
      lead: giftsText(uploads.gifts),
      link: withOrganization(publicUrl, facts, screens.uploads),
      rest: `added by ${uploads.files === 1 ? 'one upload' : `${count(uploads.files)} uploads`}.`,
    })
  }
  const moved = (some: Count, status: number, one: string, many: string): void => {
    if (some.gifts === 0) return
    const worth = moneyOf(some.matches)
    lines.push({
      lead: `${matchesText(some.gifts)} ${some.gifts === 1 ? one : many}`,
      link: withOrganization(publicUrl, facts, screens.donations, { status: String(status), dates: 'any' }),
      rest: `in that week${worth ? `, ${worth} in all` : ''}. The list shows all that are ${status === 1 ? 'completed' : 'with employers'} now.`,
    })
  }
  moved(submitted, 4, 'was submitted', 'were submitted')
  moved(completed, 1, 'was approved or paid', 'were approved or paid')
  return { title: `The week of ${weekText(facts)}`, lines }
}

function coming(facts: DigestFacts, { publicUrl }: DigestLinks): Section {
  return {
    title: 'Deadlines in the next three weeks',
    lines: facts.deadlines.map((deadline) => {
      const match = moneyText(Math.round(deadline.matched * 100), deadline.currency, locale)
      return {
        lead: dayText(deadline.day, locale),
        link: withOrganization(publicUrl, facts, screens.donations, {
          dates: 'any',
          match: String(deadline.donation_id),
        }),
        rest: `– ${oneLine(deadline.donor_name, 60) || 'A donor'}, ${oneLine(deadline.company_name, 60) || 'no employer'}${deadline.matched > 0 ? `, up to ${match}` : ''}. ${deadline.isYours ? 'It waits for you.' : 'It waits for the donor.'}`,
      }
    }),
  }
}

/** What the mail calls the steps. */
export const stepNames: Readonly<Record<setupSteps.SetupStep, string>> = {
  details: 'details',
  categories: 'categories',
  communication: 'contacts',
  address: 'address',
  documents: 'logo',
  billing: 'plan',
}

/** What keeps donors from being written to, and what to do about it. */
function held(facts: DigestFacts, { publicUrl }: DigestLinks): Section {
  const title = 'Mails to donors are held back'
  const tab = (name: string): string => withOrganization(publicUrl, facts, screens.organizationDetails, { tab: name })
  switch (facts.donorMailsHeld) {
    case 'bounces':
      return {
        title,
        lines: [
          {
            lead: 'Too many came back',
            link: tab('settings'),
            rest: 'of your last 500. Please check where the addresses of your latest uploads come from, then let sending go on there.',
          },
        ],
      }
    case 'no_address':
      // An unfinished setup says so by itself.
      if (facts.setup.unfinished) return { title, lines: [] }
      return {
        title,
        lines: [
          { lead: 'Add your postal address', link: tab('address'), rest: 'which every mail to a donor must carry.' },
        ],
      }
    default:
      return { title, lines: [] }
  }
}

function setup(facts: DigestFacts, { publicUrl }: DigestLinks): Section {
  const { unfinished, missing, waiting: held } = facts.setup
  if (!unfinished) return { title: '', lines: [] }
  const steps = missing.map((step) => stepNames[step])
  const left = steps.length > 0 ? `Still missing: ${steps.join(', ')}.` : 'All is there: press "Mark Setup Complete".'
  const wait =
    held === 0 ? '' : ` ${giftsText(held)} ${held === 1 ? 'waits' : 'wait'} for it; no donor is written to before.`
  return {
    title: 'Your setup is not finished',
    lines: [
      {
        lead: 'Finish the setup',
        link: withOrganization(publicUrl, facts, screens.dashboard),
        rest: `to enable matching. ${left}${wait}`,
      },
    ],
  }
}

type DigestScreen = (typeof screens)['dashboard' | 'donations' | 'uploads' | 'organizationDetails']

/** An address in the portal that opens in this organization, whichever one the reader worked in last. */
export function withOrganization(
  publicUrl: string,
  { organizationId }: DigestFacts,
  screen: DigestScreen,
  search: Readonly<Record<string, string>> = {},
): string {
  return `${publicUrl}${linkTo(screen, { ...search, in: organizationId })}`
}

const count = (number: number): string => number.toLocaleString(locale)
export const matchesText = (number: number): string => `${count(number)} ${number === 1 ? 'match' : 'matches'}`
const giftsText = (number: number): string => `${count(number)} ${number === 1 ? 'gift' : 'gifts'}`

function moneyOf(sums: ReadonlyMap<Currency, number>): string {
  const texts = [...sums]
    .filter(([, cents]) => cents > 0)
    .map(([currency, cents]) => moneyText(cents, currency, locale))
  return new Intl.ListFormat('en').format(texts)
}

/** `Nov 16 – 22, 2026` */
export const weekText = ({ from, to }: DigestFacts): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
    .formatRange(new Date(`${from}T12:00:00Z`), new Date(`${to}T12:00:00Z`))
    .replaceAll(/\s+/g, ' ')
