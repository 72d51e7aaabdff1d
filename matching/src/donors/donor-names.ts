const longestName = 120

const words = (text: string): string => `(?<![\\p{L}])(?:${text})(?![\\p{L}])`

const organizationSuffix = new RegExp(
  `${words(
    'inc|incorporated|llc|l\\.l\\.c|llp|pllc|corp|corporation|ltd|limited|co|company|companies|foundation|trust|fund|funds|charities|bakery|' +
      'association|assn|enterprises|holdings|industries|partners|partnership|group|services|solutions|systems|technologies|restaurant|' +
      'cafe|market|pharmacy|hardware|realty|properties|construction|university|college|church|ministries|synagogue|club|society|council|' +
      'league|institute|bank|credit union|auto|motors|dental|plumbing|landscaping|catering|brewery|pizza|grill|salon|boutique|farms?|diner|bistro|deli|hotel|motel|agency|law (office|firm|group)|dentistry|clinic|hospital|academy|elementary|library|museum|theat(?:er|re)|boosters?|consulting|insurance|builders|contractors|roofing|brewing|winery|studios?|pta|pto|ptsa|gmbh|sarl|s\\.a\\.r\\.l|s\\.? ?a\\.? de c\\.? ?v|s\\.? de r\\.? ?l|a\\.c|s\\.a|s\\.l|ltée|ltee|e\\.v|verein',
  )}\\.?$`,
  'iu',
)
/** Matches anywhere in a name. */
const organizationWord = new RegExp(
  `${words(
    'foundation|fondation|fundación|fundacion|stiftung|charitable|charity|donor[ -]advised|giving fund|community fund|impact fund|philanthropic|benevity|yourcause|cybergrants|' +
      'paypal giving|network for good|united way|rotary club|lions club|kiwanis|knights of columbus|american legion|teamsters|(?:elks|masonic|moose) lodge|(?:girl|boy|cub) scouts?|troop \\d+|local \\d+|federation of|lutheran|methodist|baptist church|presbyterian|episcopal|(?:elementary|middle|high|public|primary) (?:school|library)|matching gifts?|community giving|employee giving|chamber of commerce|school district|department of|city of|county of|state of',
  )}`,
  'iu',
)
const familyBusinessSuffix =
  /(&|and|et|y|und) (sons?|daughters?|associates|co\.?|company|partners|fils|hijos|söhne)$|(&|and) [^&]{2,40} p\.?[ac]\.?$/i
/** Shops in French, Spanish, and German begin with their trade. */
const shopAbroad =
  /^(boulangerie|pâtisserie|librairie|pharmacie|panadería|panaderia|librería|farmacia|taller|bäckerei|metzgerei|buchhandlung|apotheke)\s/iu

/** Platforms and giving funds whose names have none of these words. The directory's platforms are all recognized. */
const platforms = new RegExp(
  `^(${[
    'every[ .]?org|global ?giving|millie giving|meta|classy|chariot|groundswell|goodstack|bonterra.*|amer(ican)? online giv.*|aog(f|fcauses)?|bbgf|ppgf|nfg|ukogf',
    'cyber ?grants?|csr ?connect|npo ?connect|your ?cause|bright network|bill\\.com.*|join ?deed|daf ?pay|philantech|point app|we ?spire|iverify|easy ?match|360 ?match ?pro|double the donation',
    'philanthropy cloud|spark employee engagement|benojo|good2give|impact account|canada ?helps|caf (donate|give as you earn)|give as you earn|charitablegiving.*|paypal inc.*',
    'fidelity (giving marketplace|grant|investm.*)|giving marketplace|(ren )?\\(?pinkaloo\\)?|mighty ?cause|razoo|crowd ?rise|give ?(lively|smart|mn)|one ?cause|virgin money giving|just ?giving',
    'tiltify|combined federal campaign|cfc|pledgeling|submittable|bloomerang|neon ?one|push ?pay|subsplash|vanco|anedot|act ?blue|win ?red|fundly|kickstarter|indiegogo',
    'box ?tops( for education)?|(kroger|ralphs|fred meyer) community rewards|target circle|giving assistant|igive|good(shop|search)|ebay giving works|round it up america|roundup app',
    'the giving block|engiven|endaoment|cocatalyst|uncommon giving|spot ?fund|donately|qgiv|raisely|fundraise up|humble bundle',
  ].join(
    '|',
  )})( (donations?|donors?|giving|platform|gifts?|grants?|payments?|payouts?|disbursements?|platforms|fundraisers?|charity|hub|inc|auto-submission|matching))*$`,
  'i',
)
/** "Every.org". */
const webAddress = /^(www\.)?[\p{L}\p{N}-]{2,40}\.(com|org|net|io|ly|to|co|ca|app|gives?|charity|fund)$/iu

/** Last names that follow a given name. */
const businessLikeLastName =
  /^\p{Lu}\p{Ll}+ (Church|Bank|Market|Farm|College|Cafe|Grill|Council|Motors|Fund|Trust|Group|Co)$/u

/** Returns whether the name is that of an organization. Domain rule 14.3. */
export function isOrganizationName(name: string): boolean {
  const text = name.slice(0, longestName).trim()
  if (text === '' || isDeceasedName(text) || isPersonalTitle(text)) return false
  if (organizationWord.test(text) || familyBusinessSuffix.test(text) || shopAbroad.test(text)) return true
  if (platforms.test(text) || webAddress.test(text)) return true
  return (
    organizationSuffix.test(text.replace(/(?<![,.])[,.]+$/, '')) &&
    !businessLikeLastName.test(text) &&
    /\s|,/.test(text)
  )
}

const isPersonalTitle = (text: string): boolean => titles.test(text)

const deceasedPattern =
  /\((deceased|dec'?d|dec\.?|d\.)\)|(?<!\p{L})deceased(?!\p{L})|^(the )?estate of(?!\p{L})|^the late(?!\p{L})|(?<!\p{L})estate$|†|(?<!\p{L})\(?in memoriam\)?|(?<!\p{L})(verstorben|d[ée]c[ée]d[ée]e?|fallecid[oa])(?!\p{L})|\(difunt[oa]\)|^(la )?(nachlass |succession (de |d[’'])|sucesi[oó]n de )/iu

/** Returns whether the name indicates a deceased donor or an estate. */
export const isDeceasedName = (name: string): boolean => deceasedPattern.test(name.slice(0, longestName))

const titles =
  /^((mr|mrs|ms|miss|mx|dr|prof|professor|rev|reverend|fr|father|sr|sister|rabbi|imam|pastor|hon|judge|capt|captain|col|colonel|lt|sgt|gen|maj|sir|dame|lady|m|mme|mlle|sra|sr|srta|don|doña|herr|frau)\.?\s+)+/i
const couplePattern = /^(mr|dr)\.? (&|and) (mrs|ms|dr)\.? (.+)$/i
/** With two titles in other languages, the first name may belong to either person. */
const coupleAbroad = /^(m|mr|dr|sr|herr)\.? (et|y|und|&) (mme|dr|sra|frau)\.? /i
/** Tributes, groups, accounts, and takings. */
const noPerson =
  /^(in (memory|honou?r|memoriam)|on behalf|from|for|to|team|class|room|grade|friends|family|parents|employees|staff|students|members) (of|the|from)?\b|^(team|class|room|grade|troop) |^(cash|online|general|checking|savings|sunday|bake|petty|annual|unrestricted|offline|web|website|store|donation|misc(ellaneous)?|anonymous|anon|unknown|walk-?in|test|various|multiple|in-?kind|loose) /i
const noPersonEnd =
  / (donors?|donations?|customers?|collections?|offerings?|sales?|accounts?|box|jar|friends|parents|class|team|guests?|members|fundraiser)$/i
/** With an address, a person may hide behind these. The last names are platforms, too. */
const hiddenGiver =
  /^(an? )?(anonymous|anon|unknown|unnamed|various|multiple|several|many|individual|online|small|other|general|misc(ellaneous)?\.?|cash|walk-?in|public|community) (donors?|donations?|gifts?|givers?|contributions?|contributors?|people|individuals|supporters|customers?)$|^(various|multiple|several|misc(ellaneous)?\.?|sundry|walk-?ins?|n\/a donors?)$|^((an? )?anon(ymous)?\.?|anonyme?|an[oó]nim[oa]|unknown|inconnu(e)?|desconocid[oa]|unbekannt|cash|efectivo|comptant|argent comptant|bargeld|(in[- ]store|counter|guest) ?(customer)?|guests?|(an? )?(private |good |kind )?friends?|no name( given)?|name withheld|(prefers|wishes) (not to say|to (remain|be|stay) anonymous))$|^(millie|deed|percent|point|options|pledge|overflow|chimp|ren|frontdoor)$/i
/** Takings, platforms and groups, which no address makes a person. */
const takings = new RegExp(
  `^(${[
    '(the )?(cash|coins?|change|money|donations?|tips?|petty cash|collections?|offerings?|loose change) (jar|box|bucket|can|plate|drive|bag|basket|drop|drawer|register|deposit)(es|s)?',
    '(petty|loose|general|misc\\.?|event|gate) (cash|change)( .{1,20})?',
    '(collection|offering) plates?',
    'loose (offering|plate|cash|collection|coins?|change)s?',
    '(sunday |weekly )?(collection|offering)s?',
    '.{0,30}\\b(bake|yard|garage|rummage|plant|book|t-?shirt|craft|ticket|concession|raffle) sales?( (proceeds|income|revenue|cash|money))?',
    '.{0,30}\\b(sale|sales|raffle|auction|gala|event|dinner|concert|carnival|fundraiser|car wash|walkathon|fun run) (proceeds|income|revenue|receipts|takings|cash|money|collection)',
    '(car wash|bake-?off|walkathon|fun run)',
    '(facebook|meta|instagram|tiktok|venmo|paypal|zelle|cash ?app|square|stripe|gofundme|amazon ?smile|smile\\.amazon|eventbrite|givebutter|zeffy|donorbox|givelify|patreon)( (fundraisers?|donations?|payments?|payouts?|transfers?|deposits?|giving|pay|charity|birthday fundraisers?|inc\\.?|gifts?))?',
    '(room|class|grade|troop|team|table|pack|den) (\\d+\\w*|of \\d{4}|[a-z])',
    ".{1,40}['’]s (class|classroom|room|homeroom|team|students|birthday fundraiser|fundraiser)",
  ].join('|')})$`,
  'i',
)

/** Returns whether the name is that of takings, a platform or a group instead of a person. */
export function isNoPersonName(name: string, hasAddress = false): boolean {
  const text = name.slice(0, longestName).replace(/\s+/g, ' ').trim()
  return takings.test(text) || (!hasAddress && hiddenGiver.test(text))
}

const suffixes = /(?<![,\s])[,\s]+(jr|sr|ii|iii|iv|v|md|m\.d|phd|ph\.d|esq|cpa|dds|rn|ret|usn|usa)\.?$/i
const placeholderName =
  /^(anonymous|anon\.?|anonyme?|anónim[oa]|anonim[oa]|unknown|n\/?a|none|no name|not provided|guest|donor|a friend|friend|friends|cash|various|multiple|test|tbd|-+|\.+)( donor| friend| supporter| giver)?s?$/i
const particles = new Set('van von der den de la le du da dos del di bin al el st st.'.split(' '))

export type DonorName = {
  /** Follows "Dear". Empty if only a neutral greeting is appropriate. */
  readonly greeting: string
  readonly first: string
  readonly last: string
}

const emptyName: DonorName = { greeting: '', first: '', last: '' }

export type HouseholdWords = { readonly family: (last: string) => string; readonly and: string }
export const englishHousehold: HouseholdWords = { family: (last) => `${last} family`, and: 'and' }

/** Returns the name for a greeting, which is empty if the name is ambiguous. */
export function readDonorName(name: string, household: HouseholdWords = englishHousehold): DonorName {
  const text = name
    .slice(0, longestName)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/ (&|and) (family|friends)$/i, '')
  if (
    text === '' ||
    placeholderName.test(text) ||
    isDeceasedName(text) ||
    coupleAbroad.test(text) ||
    /[@\d/\\<>{}[\]]/.test(text)
  )
    return emptyName
  if (isOrganizationName(text)) return { ...emptyName, last: text }
  if (noPerson.test(text) || noPersonEnd.test(text)) return emptyName
  const family =
    /^(?:the )?(.+?) (family|household)$/i.exec(text)?.[1] ??
    /^(?:la )?(?:familia|famille|familie) (.+)$/i.exec(text)?.[1]
  if (family) return { greeting: household.family(capitalizeName(family)), first: '', last: capitalizeName(family) }
  const [, title = '', , otherTitle = '', rest = ''] = couplePattern.exec(text) ?? []
  if (rest) {
    const last = capitalizeName(lastNameOf(rest.replace(suffixes, '').split(' ')))
    return {
      greeting: `${capitalizeName(title)}. ${household.and} ${capitalizeName(otherTitle)}. ${last}`,
      first: '',
      last,
    }
  }
  const reordered = withFirstNameFirst(text.replace(suffixes, ''))
  if (reordered === null) return emptyName
  return readPersonName(reordered.replace(suffixes, ''), household)
}

/** "Last, First" becomes "First Last". Null if nothing follows the comma. */
function withFirstNameFirst(text: string): string | null {
  const [last = '', first = '', ...more] = text.split(',').map((part) => part.trim())
  if (!text.includes(',')) return text
  return first === '' || more.length > 0 ? null : `${first} ${last}`
}

function readPersonName(text: string, household: HouseholdWords): DonorName {
  const title = titles.exec(text)?.[0].trim() ?? ''
  const bare = text.slice(title.length).trim()
  const parts = bare.split(/ (?:&|\+|and|et|y|und) /i)
  if (parts.length > 2) return emptyName
  const [firstPart = '', secondPart] = parts
  const people = (secondPart === undefined ? [firstPart] : [firstPart, secondPart]).map((part) =>
    part.replace(titles, '').split(' '),
  )
  const firsts = people.map((person) => firstNameOf(person)).filter((first) => first !== '')
  const last = lastNameOf(people.at(-1) ?? [])
  // "Mr. Whitmore": a single word after a title is a last name.
  if (title !== '' && people.length === 1 && (people[0]?.length ?? 0) < 2) {
    return last === ''
      ? emptyName
      : {
          greeting: `${withPeriod(capitalizeName(title))} ${capitalizeName(last)}`,
          first: '',
          last: capitalizeName(last),
        }
  }
  const isEveryoneNamed = firsts.length === people.length
  const first = isEveryoneNamed ? firsts.map(capitalizeName).join(` ${household.and} `) : ''
  return { greeting: first, first, last: (people.at(-1)?.length ?? 0) > 1 ? capitalizeName(last) : '' }
}

const abbreviatedTitle = /^(mr|mrs|ms|mx|dr|prof|rev|fr|hon|capt|col|lt|sgt|gen|maj|m|sr|sra|srta)$/i

/** "Mr" gets a period; "Mme", "Rabbi" and "Frau" get none. */
const withPeriod = (title: string): string => (abbreviatedTitle.test(title) ? `${title}.` : title)

function firstNameOf(person: readonly string[]): string {
  const firstLongWord = person.find((word) => word.replace(/[.\s]/g, '').length > 1) ?? ''
  const position = person.indexOf(firstLongWord)
  // "J. Smith" contains no given name for the greeting; "J. Robert Smith" does.
  if (position > 0 && position === person.length - 1) return ''
  return /^\p{L}[\p{L}'’.-]+$/u.test(firstLongWord) && !particles.has(firstLongWord.toLowerCase()) ? firstLongWord : ''
}

function lastNameOf(person: readonly string[]): string {
  const start = person.findIndex((word, index) => index > 0 && particles.has(word.toLowerCase()))
  return (start > 0 ? person.slice(start) : person.slice(-1)).join(' ')
}

/** Changes only names written entirely in upper or lower case. */
function capitalizeName(name: string): string {
  if (name !== name.toUpperCase() && name !== name.toLowerCase()) return name
  return name.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())
}
