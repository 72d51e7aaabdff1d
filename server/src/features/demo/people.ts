import type { Chance } from './chance.ts'

const firstNames =
  `Ada Alma Amir Ana Andre Anita Aria Arthur Beatriz Ben Bianca Caleb Camila Carlos Carmen Chen Claire Cora
Dana Daniel Darnell David Denise Diego Dolores Edith Eleanor Elena Elias Emeka Emma Esther Farah Felix Fiona Frank Gabriel Gloria
Grace Hana Hassan Helen Henry Hiro Ida Imani Ines Irene Isaac Ivy Jada Jamal James Jin Joan Jonas Jose Joy Julia Kai Karen
Keiko Kofi Lara Laura Leo Leila Lena Liam Lin Lucia Luis Mae Malik Marco Maria Marta Mateo Maya Mei Mila Miguel Mina Nadia Naomi
Nia Nina Noah Nora Omar Oscar Otis Paige Pablo Patricia Paul Petra Priya Quinn Rafael Rania Ravi Renee Rosa Ruth Sam Samira Sara
Sean Simone Sofia Soren Stella Tariq Tess Thea Theo Thomas Uma Vera Victor Wanda Wei Will Yara Yusuf Zoe`.split(/\s+/)

const lastNames =
  `Abbott Adeyemi Aguilar Ahmed Alvarez Andersen Baker Barnes Bauer Bell Bennett Bianchi Brooks Byrne Cabrera Castillo
Chan Chavez Chen Clarke Cohen Cole Costa Cruz Dalton Davies Delgado Diaz Dixon Dubois Edwards Ellis Eriksen Evans Farrell Fischer
Flores Ford Foster Garcia Gibson Gomez Grant Gray Greene Gupta Hall Hansen Harper Hayes Hernandez Hill Hoang Holt Hughes Hunter
Ibrahim Iyer Jackson Jansen Jenkins Johansson Jones Kaplan Kaur Kelly Khan Kim King Klein Kowalski Larsen Lee Levy Li Lopez
Lund MacLeod Malik Marsh Martin Mbeki Mendez Meyer Mills Moreau Morgan Moss Murphy Nakamura Nash Nguyen Nowak Nunez Okafor Olsen
Ortiz Osei Owens Park Parker Patel Pereira Perez Pham Price Quigley Ramirez Reed Reyes Rivera Roberts Rossi Ruiz Russo Ryan Sato
Schmidt Shah Silva Simmons Singh Soto Stone Suzuki Tanaka Taylor Torres Tran Turner Vargas Vasquez Wagner Walker Walsh Wang Ward
Weber West White Wolfe Wong Wood Wright Yamada Yang Young Zhang Zimmermann`.split(/\s+/)

const mailHosts = ['mailbox.example', 'inbox.example', 'post.example', 'letters.example'] as const
const streets = 'Alder Birch Cedar Dogwood Elm Ferry Grove Harbor Juniper Lake Mill Orchard River'.split(' ')
const places = [
  'Springfield, IL 62701',
  'Decatur, IL 62521',
  'Peoria, IL 61602',
  'Champaign, IL 61820',
  'St. Louis, MO 63101',
  'Chicago, IL 60601',
  'Columbus, OH 43004',
  'Seattle, WA 98101',
] as const

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
  /** What this person writes where a form asks for the employer; empty for those who leave it blank. */
  readonly employer: string
  /** Gives the same amount every month, under this name of the series. */
  readonly series: string | null
  readonly usualDollars: number
}

/** Donors of the demo. All addresses end in `.example`, which no mail can ever reach. */
export function makePeople(
  chance: Chance,
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
      // a work address speaks for itself: some leave the field blank
      employer: works && chance.happens(0.5) ? '' : text,
      series: chance.happens(0.05) ? `RB-${1000 + index}` : null,
      usualDollars: Number(chance.weighted({ 10: 14, 25: 22, 50: 24, 100: 20, 250: 10, 500: 6, 1000: 3, 2500: 1 })),
    }
  })
}
