import { coreName } from './company-names.ts'
import { textSet, wordSet } from './word-sets.ts'

/** Returns whether a core name is an ordinary word, such as "apple". */
export const isOrdinaryWord = (core: string): boolean => ordinaryWords.has(core)

const divisions = textSet(
  'services|service|systems|technologies|technology|tech|software|solutions|foods|food|food store|food stores|coffee|' +
    'research|cloud|labs|laboratories|store|stores|retail store|supercenter|supercentre|superstore|warehouse|pipelines|' +
    'pipeline|studios|animation studios|pictures|advisors|financial|financial services|pharmaceuticals|pharmaceutical|pharma|' +
    'biotech|usa|us|u s a|united states|of america|north america|america|americas|international|intl|worldwide|hq|' +
    'headquarters|head office|corporate|corporate office|corporate headquarters|main office|office|campus|plant|factory|' +
    'distribution center|fulfillment center|data center|division|div|dept|department|team|aerospace|airlines|aviation|' +
    'energy|oil|chemical|chemicals|motors|motor|insurance|securities|investments|wealth management|asset management|' +
    'blue cross|blueshield|blue shield|blue cross blue shield|flex|prime|gaming|games|health|healthcare|media|digital|' +
    'consulting|communications|wireless|mobile|networks|semiconductor|semiconductors|manufacturing|mfg|logistics|' +
    'web services|devices|hardware|products|consumer products|brands|retail|operations|employee|employees|rr|railroad|railway|' +
    'canada|uk|india|mexico|europe|emea|apac|asia pacific|latin america|global|federal|federal services|federal systems|' +
    'government solutions|public sector|research center|research labs|research laboratories|research and development|r and d|' +
    'powertrain|credit|credit corp|parts|tech center|technical center|technology center|innovation center|training center|service center|service centre|' +
    'call center|customer service|customer service center|supply chain|shared services|business services|global services|' +
    'global technology|professional services|corporate services|refinery|freight|defense|defence|space|space systems|' +
    'defense and space|space and defense|defense systems|missile systems|mission systems|information technology|mobility|' +
    'regional headquarters|world wide|warehouse club|gas and electric|utilities|electronics|bioscience|biosciences|' +
    'therapeutics|medical devices|medical device|vaccines|diagnostics|crop science|agriculture|animal health|consumer health|' +
    'life sciences|power|grid|renewables|locomotive|turbines|engines|avionics|interiors|components|materials|coatings|' +
    'private wealth|wealth|asset mgmt|card services|cards|mortgage|home mortgage|home loans|home lending|auto finance|' +
    'private bank|investment bank|investment banking|commercial bank|commercial banking|capital markets|brokerage|retirement',
)

const departments = textSet(
  'pharmacy|bakery|deli|optical|vision center|gas station|gas|fuel center|fuel|photo|photo center|tire center|garden center|' +
    'auto center|grocery|supermarket|supermarkets|marketplace|meat department|produce|floral|cafe|food court|neighborhood market',
)
const stores = wordSet(
  'walmart costco kroger walgreens cvs safeway albertsons publix meijer heb wegmans hyvee samsclub bjs fredmeyer ' +
    'harristeeter qfc vons traderjoes wholefoods homedepot lowes loblaws sobeys giantfood',
)

/** These are removed after an ordinary word, too, because they clearly refer to an employer. */
const headquarters = textSet(
  'hq|whq|world hq|global hq|us hq|corporate hq|corp hq|headquarters|world headquarters|global headquarters|us headquarters|' +
    'corporate headquarters|national headquarters|head office|home office|corporate office|corporate offices|corp office|' +
    'regional office|corporate campus|main campus',
)

/** Only after several words: "Apple Bank" is a different company, "JPMorgan Chase Bank" is not. */
const banks = textSet('bank|bank na|bank n a|na|n a')

/** Removed only after longer names, such as "T. Rowe Price Associates". */
const longNameSuffixes = textSet('associates')

/** Returns the company without the longest trailing division, or null. */
export function withoutDivision(core: string): string | null {
  const words = core.split(' ')
  for (let count = Math.min(4, words.length - 1); count > 0; count--) {
    const [rest, division] = [words.slice(0, -count), words.slice(-count).join(' ')]
    const isDivision =
      divisions.has(division) ||
      headquarters.has(division) ||
      (rest.length > 1 && banks.has(division)) ||
      (departments.has(division) && stores.has(rest.join(''))) ||
      (rest.length > 2 && rest.at(-1) !== 'and' && longNameSuffixes.has(division))
    if (isDivision) return rest.join(' ')
  }
  return null
}

/** Returns the core without a trailing word for headquarters, or null. */
export function withoutHeadquarters(core: string): string | null {
  const words = core.split(' ')
  for (let count = Math.min(3, words.length - 1); count > 0; count--) {
    if (headquarters.has(words.slice(-count).join(' '))) return coreName(words.slice(0, -count).join(' '))
  }
  return null
}

/** Another word after such a name means something else ("Apple Bank", "Shell Services"). */
const ordinaryWords = wordSet(
  'apple ball target shell ups gap oracle delta visa ford chase dow sprint block square discover progressive travelers guardian ' +
    'principal unity united mercy metro popular regions reliant constellation compass cadence box snap toast stripe ' +
    'elastic postman indeed meta alphabet coach vans mars arm ally arch echo carrier corning dominion emerson gallagher ' +
    'heinz linde marsh mercer meridian micron mobile nuance olympus omron ares armstrong apollo avon anthem audible ' +
    'beats bose buick citadel cooley covington crown dell dish domino dover eaton esquire ethos fiesta fed first fluke ' +
    'frost garmin hess hinge humana kelly koch lilly magna marvel mercury moderna nationwide nike novus optum otis ' +
    'palm panasonic pandora paramount parker patagonia pearson pembina peabody pixel prime providence purina quest razor ' +
    'reverb revamp rogers ryder safeway schwab sentry slack sony sonic southwest spectrum spire spirit staples tableau ' +
    'tapestry tesla tide tinder toro trane twitch uber valor vanguard velcro vertex verso vista wells whirlpool williams ' +
    'wish workday xerox yale zoom zurich amazon american national general standard pacific atlantic northern southern ' +
    'eastern western central liberty hartford harvard stanford cornell emory mayo kaiser cigna ascension jacobs ' +
    'fidelity prudential bonneville captivate concur empire equitable epsilon ideal infiniti news rand ryan rocket tangerine ' +
    'vandy vanderbilt vulcan wrigley booking carnival chop chewy gillette goldman huntington latham lazard manpower marshalls ' +
    'merrill molina oculus princeton purdue ralphs regence sheraton speedway starlink veritas westin gallo foss hallmark ' +
    'bernstein hershey hollister berkshire bridgewater brookfield carlyle dartmouth kellogg atkins army navy marines pentagon ' +
    'converse harris sorel oaktree tata bosch crowe fox chubb marriott hilton hyatt mccormick rice box epic genesis summit ' +
    'citizens republic horizon spectrum sterling crest premier lincoln cox lowe pioneer frontier evergreen',
)

/** The combination with these divisions still refers to the company. */
const ownDivisions: Readonly<Record<string, RegExp>> = {
  amazon:
    /^(flex|prime|web services|services|studios|devices|fulfillment center|warehouse|distribution center|pharmacy)$/,
  apple: /^(store|stores|retail|retail store|campus|headquarters|hq|corporate|usa|us|canada)$/,
  target: /^(store|stores|corporate|headquarters|hq|distribution center|employee|pharmacy|optical|cafe)$/,
  visa: /^(usa|us|international|canada|europe)$/,
  fidelity: /^(brokerage|retirement)$/,
  prudential: /^(retirement|insurance|financial services)$/,
  hershey: /^(foods|chocolate)$/,
  micron: /^(technologies|technology|semiconductor|memory)$/,
  garmin: /^(international|usa|aviation)$/,
  humana: /^(health|healthcare|pharmacy)$/,
  xerox: /^(usa|us|canada|services)$/,
  sony: /^(usa|us|electronics|studios|pictures|canada)$/,
  panasonic: /^(usa|us|north america|avionics|energy|canada)$/,
  ford: /^(motor|motors|plant)$/,
  shell: /^(oil|usa|us|energy|pipeline)$/,
  dell: /^(technologies|computer|computers|services|software)$/,
  delta: /^(airlines)$/,
  uber: /^(technologies|driver)$/,
  tesla: /^(motors|energy)$/,
  slack: /^(technologies)$/,
  tableau: /^(software)$/,
  meta: /^(platforms)$/,
  kaiser: /^(health|healthcare)$/,
  gap: /^(store|stores|corporate)$/,
  hartford: /^insurance$/,
  nike: /^(store|stores|factory store|retail|usa|us|canada|global)$/,
}

/** Returns whether a name without the division or title of `core` can refer to the company. */
export function isUsableWithoutDivision(name: string, core: string): boolean {
  if (name.includes(' ') || !ordinaryWords.has(name)) return true
  const suffix = core.slice(name.length).trim()
  return headquarters.has(suffix) || (ownDivisions[name]?.test(suffix) ?? false)
}

/** Shared by several well-known employers, such as the Departments of Energy and of Education. */
export const ambiguousShortNames = wordSet('doe uw ms cat hartford principal')
