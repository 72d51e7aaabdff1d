import names from './names.json' with { type: 'json' }
import type { Random } from './random.ts'

const { firstNames, lastNames, mailHosts, streets, places } = names

export type Person = {
  readonly name: string
  readonly email: string
  readonly phone: string
  readonly language: string
  readonly street: string
  readonly street2: string
  readonly city: string
  readonly state: string
  readonly zip: string
  readonly country: string
  readonly employer: string
  /** Monthly, with a fixed amount. */
  readonly series: string | null
  readonly usualDollars: number
}

/** All addresses end in `.example`, which cannot receive mail. */
export function makePeople(
  random: Random,
  count: number,
  employerOf: () => { text: string; domain: string | null },
): Person[] {
  const usedEmails = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const [first, last] = [random.pick(firstNames), random.pick(lastNames)]
    const { text, domain } = employerOf()
    const hasWorkEmail = domain !== null && random.happens(0.35)
    const base = `${first}.${last}`.toLowerCase()
    const host = hasWorkEmail ? domain : random.pick(mailHosts)
    const email = usedEmails.has(`${base}@${host}`) ? `${base}${index}@${host}` : `${base}@${host}`
    usedEmails.add(email)
    const [city = '', state = '', zip = ''] = random.pick(places).split(/, | (?=\d)/)
    return {
      name: `${first} ${last}`,
      email: random.happens(0.02) ? '' : email,
      phone: random.happens(0.5) ? `+1 217 555 01${String(random.between(0, 99)).padStart(2, '0')}` : '',
      language: '',
      street: `${random.between(1, 980)} ${random.pick(streets)} Street`,
      street2: random.happens(0.1) ? `Apt ${random.between(1, 40)}` : '',
      city,
      state,
      zip,
      country: 'US',
      // a work address identifies the employer, so some leave the field blank
      employer: hasWorkEmail && random.happens(0.5) ? '' : text,
      series: random.happens(0.05) ? `RB-${1000 + index}` : null,
      usualDollars: Number(random.weighted({ 10: 14, 25: 22, 50: 24, 100: 20, 250: 10, 500: 6, 1000: 3, 2500: 1 })),
    }
  })
}
