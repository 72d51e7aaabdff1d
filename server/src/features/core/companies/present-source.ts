import type { companies } from '@twofold/contract'
import { companyKey, type Policy } from '@twofold/matching'
import { publisherAt } from './publishers.ts'

type Source = ReturnType<(typeof companies.policySource)['parse']>

/** `source_text` contains title and date as the end of a sentence: 'From Matching gifts (acme.com), as of May 2022'. */
export function presentSource(
  address: string,
  asOf: string,
  company = '',
): { readonly source: Source | null; readonly learned: string; readonly source_text: string } {
  const url = webAddress(address)
  const source = url ? { title: sourceTitle(url, company), url: url.href } : null
  const learned = learnedOn(asOf)
  const where = source ? `From ${withinSentence(source.title)}` : ''
  const when = learned && `${where ? 'as of' : 'As of'} ${learned}`
  return { source, learned, source_text: [where, when].filter(Boolean).join(', ') }
}

/** "A shared document" begins in lower case. */
const withinSentence = (title: string): string => title.replace(/^An? /, (article) => article.toLowerCase())

/** An inherited policy's sources are about the parent. */
export const ownNameOf = (company: { readonly id: number; readonly name: string }, policy: Policy | null): string =>
  policy?.ownerId === company.id ? company.name : ''

/** Null unless http or https: addresses in the directory come from outside. */
export function webAddress(address: string | null | undefined): URL | null {
  const url = URL.parse(address ?? '')
  return url && /^https?:$/.test(url.protocol) ? url : null
}

const codeHosts = /^(www\.)?(github\.com|raw\.githubusercontent\.com|huggingface\.co)$/
/** Within a sentence. */
export function publisherOf(address: string): string {
  const url = webAddress(address)
  if (!url) return address
  return withinSentence(codeHosts.test(url.host) ? titleOfHosted(url.pathname, '') : publisherAt(url.host, ''))
}

const longestTitle = 90
/** '_1_571f44' and '_186ac458-68be-11ec-a196-5bb1d0550d77'. */
const generatedEnding = /([-_]\d)?[-_](?=[\da-f]*\d)(?=[\da-f]*[a-f])[\da-f]{6,}(-[\da-f]{4,12})*$/i

function sourceTitle({ host, pathname }: URL, company: string): string {
  const place = publisherAt(host, company)
  const last = pathname.split('/').findLast((part) => part !== '') ?? ''
  if (codeHosts.test(host)) return titleOfHosted(pathname, company)
  const words = written(last.replace(/\.\w{1,5}$/, '').replace(generatedEnding, ''))
    .split(' ')
    .filter((word) => !/^\d{5,}$/.test(word))
  const isTitle = words.length >= 2 && words.every((word) => /^[\p{L}\p{N}'’&.,()]{1,24}$/u.test(word))
  if (companyKey(words.join(' ')) === companyKey(company)) return place
  return isTitle
    ? `${capital(words.map(monthCapital).join(' ')).slice(0, longestTitle)} (${withinSentence(place)})`
    : place
}

const written = (part: string): string => decoded(part).replaceAll(/[_-]+/g, ' ').trim()

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const months = /^(january|february|march|april|may|june|july|august|september|october|november|december)$/

const monthCapital = (word: string): string => (months.test(word) ? capital(word) : word)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

function learnedOn(asOf: string): string {
  const [, year, month, day] = /^(\d{4})(?:-(\d{2}))?(?:-(\d{2}))?$/.exec(asOf) ?? []
  if (!year || !month) return year ?? ''
  const date = new Date(`${year}-${month}-${day ?? '01'}T00:00:00Z`)
  const parts = { timeZone: 'UTC', year: 'numeric', month: 'short', day: day ? 'numeric' : undefined } as const
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat('en-US', parts).format(date)
}

/** By public repository. The code host is not the publisher, and its file names mean nothing to a donor. */
const titles: Readonly<Record<string, string>> = {
  'rennochj/proxy-statements': 'A proxy statement',
  'patronus-ai/financebench': 'An annual report',
  'datasets/WHATX': 'An annual report',
  'wikimedia/wikimedia-wordpress-annual-report-plugin': 'Wikimedia Foundation, annual report: matching donors',
  'manavm1990/bal-vihar': 'Bal Vihar of St. Louis, list of employers that match',
  'saayam-for-all/webapp': 'Saayam For All, employers on Benevity',
  'Rooster-Cogburn77/pawsnclaws-atx': 'Paws & Claws Austin, research on corporate partners',
  'ReemSoliman/ISOSProject': 'A nonprofit’s page about matching gifts',
  'Plant-for-the-Planet-org/planet-webapp': 'Plant-for-the-Planet, website',
  'ahoward/drawohara.io': 'A blog post',
}
const ofCompany: ReadonlySet<string> = new Set(['A proxy statement', 'An annual report', 'A job posting'])
const jobs = /salar|job|glassdoor|_ds_|quackhack|ds-practice|ds_|data[-_]?science|messy-dataset|career/i

function titleOfHosted(pathname: string, company: string): string {
  const repository = pathname
    .split('/')
    .filter((part) => part !== '')
    .slice(0, 2)
    .join('/')
  const title = titles[repository] ?? (jobs.test(repository) ? 'A job posting' : 'A public document')
  return company !== '' && ofCompany.has(title) ? `${company}, ${title.replace(/^An? /, '').toLowerCase()}` : title
}
