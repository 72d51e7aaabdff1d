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
  chance: Random,
  count: number,
  employerOf: () => { text: string; domain: string | null },
): Person[] {
  const used = new Set<string>()
  return Array.from({ length: count }, (_, index) => {
    const [first, last] = [chance.pick(firstNames), chance.pick(lastNames)]
    const { text, domain } = employerOf()
    const works = domain !== null && chance.happens(0.35)
    const base = `${first}.${last}`.toLowerCase()
    const host = works ? domain : chance.pick(mailHosts)
    const email = used.has(`${base}@${host}`) ? `${base}${index}@${host}` : `${base}@${host}`
    used.add(email)
    const [city = '', state = '', zip = ''] = chance.pick(places).split(/, | (?=\d)/)
    return {
      name: `${first} ${last}`,
      email: chance.happens(0.02) ? '' : email,
      phone: chance.happens(0.5) ? `+1 217 555 01${String(chance.between(0, 99)).padStart(2, '0')}` : '',
      language: '',
      street: `${chance.between(1, 980)} ${chance.pick(streets)} Street`,
      street2: chance.happens(0.1) ? `Apt ${chance.between(1, 40)}` : '',
      city,
      state,
      zip,
      country: 'US',
      // a work address identifies the employer, so some leave the field blank
      employer: works && chance.happens(0.5) ? '' : text,
      series: chance.happens(0.05) ? `RB-${1000 + index}` : null,
      usualDollars: Number(chance.weighted({ 10: 14, 25: 22, 50: 24, 100: 20, 250: 10, 500: 6, 1000: 3, 2500: 1 })),
    }
  })
}
