import type { FieldTarget } from '@twofold/contract'
import type { Profile } from './profile-column.ts'

const isEmpty = (profile: Profile) => profile.filled === 0

/** 0 excludes the target that the name suggests, 1 is a full match. */
export function fitContent(target: FieldTarget, profile: Profile): number {
  const fit = fits[target]
  return fit ? fit(profile) : 1
}

const name = (profile: Profile): number => {
  if (isEmpty(profile)) return 0.4
  const { email, date, money, boolean, url, words, person, filled } = profile
  if (email > 0.5 || date > 0.5 || money > 0.5 || boolean > 0.7 || url > 0.5 || words < 0.5) return 0
  return (person > 0.3 ? 1 : 0.92) * (filled < 0.1 ? 0.6 : 1)
}

const part = (profile: Profile): number => {
  if (isEmpty(profile)) return 0.4
  return profile.words > 0.5 && profile.email < 0.5 && profile.date < 0.5 && profile.boolean < 0.7 ? 1 : 0
}

const text = (profile: Profile): number =>
  isEmpty(profile)
    ? 0.7
    : profile.email > 0.5 || profile.date > 0.5 || profile.boolean > 0.7 || profile.url > 0.5
      ? 0
      : 1

const fits: Partial<Record<FieldTarget, (profile: Profile) => number>> = {
  amount: (profile) => {
    if (isEmpty(profile)) return 0.1
    if (profile.date > 0.5 || profile.email > 0) return 0
    const share = profile.money >= 0.7 ? 1 : profile.money >= 0.4 ? 0.6 : 0
    const zero = profile.zero > 0.9 ? 0.2 : 1 - profile.zero * 0.3
    return share * zero * (profile.filled < 0.3 ? 0.6 : 1) * (profile.decimal > 0.5 ? 1 : 0.97)
  },
  transaction_id: (profile) => {
    if (isEmpty(profile) || profile.email > 0.3 || profile.date > 0.7 || profile.boolean > 0.9) return 0
    if (profile.decimal > 0.5) return 0
    const unique = profile.unique >= 0.97 ? 1 : profile.unique >= 0.85 ? 0.95 : profile.unique >= 0.6 ? 0.6 : 0.15
    return unique * (0.3 + 0.7 * profile.filled) * (profile.person > 0.5 ? 0.3 : 1)
  },
  donated_at: (profile) => {
    if (isEmpty(profile)) return 0.1
    const date = profile.date + profile.yearless
    const share = date >= 0.6 ? 1 : profile.serial > 0.6 ? 0.85 : date >= 0.3 ? 0.5 : 0
    return share * (profile.filled < 0.5 ? 0.5 : 1)
  },
  'donor.name': name,
  'donor.first_name': part,
  'donor.last_name': part,
  'donor.email': (profile) => {
    if (isEmpty(profile)) return 0.35
    return profile.email >= 0.5 ? 1 : profile.email >= 0.2 ? 0.6 : 0
  },
  'donor.phone': (profile) => (isEmpty(profile) ? 0.5 : profile.phone >= 0.5 ? 1 : profile.phone >= 0.2 ? 0.6 : 0),
  'donor.language': text,
  'company.name': (profile) => {
    if (isEmpty(profile)) return 0.6
    const { boolean, email, date, money, words, employer, filled } = profile
    if (boolean > 0.7 || email > 0.5 || date > 0.5 || money > 0.7 || words < 0.4) return 0
    return Math.min(1, (filled < 0.08 ? 0.75 : 0.95) + employer * 0.1)
  },
  'company.id': (profile) => (isEmpty(profile) ? 0.7 : profile.integer > 0.8 ? 1 : 0.3),
  // "4 Elm" parses as an amount in some currencies.
  'address.street': (profile) => (profile.money > 0.7 && profile.words < 0.5 ? 0 : text(profile)),
  'address.street2': (profile) => (isEmpty(profile) ? 0.85 : text(profile)),
  'address.city': (profile) => (profile.filled > 0 && profile.words < 0.5 ? 0 : text(profile)),
  'address.state': (profile) => {
    if (isEmpty(profile)) return 0.7
    return profile.state >= 0.5 ? 1 : profile.words > 0.7 && profile.distinct > 1 ? 0.55 : profile.state > 0.1 ? 0.5 : 0
  },
  'address.zip': (profile) => (isEmpty(profile) ? 0.7 : profile.zip >= 0.4 ? 1 : profile.words > 0.8 ? 0 : 0.6),
  'address.country': (profile) => {
    if (isEmpty(profile)) return 0.7
    return profile.country >= 0.5 ? 1 : profile.words > 0.7 ? 0.7 : 0.3
  },
  'donor.employment': (profile) => (isEmpty(profile) ? 0.7 : profile.employment >= 0.5 ? 1 : 0),
  status_id: (profile) => (isEmpty(profile) || profile.integer > 0.9 ? 1 : 0),
}

export function guessByContent(profile: Profile, hasHeader: boolean): [FieldTarget, number][] {
  if (profile.filled < 0.05) return []
  const guesses: [FieldTarget, number][] = []
  if (profile.email >= 0.8) guesses.push(['donor.email', 0.5])
  else if (profile.date >= 0.8) guesses.push(['donated_at', 0.46])
  else if (profile.telephone >= 0.8 && profile.zip < 0.5 && profile.decimal < 0.5) guesses.push(['donor.phone', 0.42])
  else if (profile.decimal >= 0.8 && profile.zero < 0.5) guesses.push(['amount', 0.45])
  else if (profile.employer >= 0.3 && profile.words > 0.7) guesses.push(['company.name', 0.44])
  else if (profile.state >= 0.9 && profile.distinct > 2) guesses.push(['address.state', 0.43])
  else if (!hasHeader && profile.zip >= 0.9) guesses.push(['address.zip', 0.38])
  else if (!hasHeader && profile.country >= 0.9) guesses.push(['address.country', 0.38])
  else if (!hasHeader && profile.person >= 0.6 && profile.unique > 0.2) guesses.push(['donor.name', 0.4])
  else if (!hasHeader && profile.unique === 1 && profile.filled === 1 && profile.words < 0.5 && !profile.counter)
    guesses.push(['transaction_id', 0.37])
  else if (!hasHeader && profile.money >= 0.9 && profile.unique < 0.9) guesses.push(['amount', 0.36])
  return guesses
}
