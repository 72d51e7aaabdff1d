import { isOrdinaryWord } from './company-divisions.ts'
import { coreName, normalizeName } from './company-names.ts'
import { containsOtherKind } from './employer-words.ts'
import { textSet, wordSet } from './word-sets.ts'

const regions =
  'al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri ' +
  'sc sd tn tx ut vt va wa wv wi wy dc ab bc mb nb nl ns on pe qc sk usa us canada uk'
const regionWords = wordSet(regions)
const regionNames = textSet(
  'alabama|alaska|arizona|arkansas|california|colorado|connecticut|delaware|florida|georgia|hawaii|idaho|illinois|indiana|' +
    'iowa|kansas|kentucky|louisiana|maine|maryland|massachusetts|michigan|minnesota|mississippi|missouri|montana|nebraska|' +
    'nevada|new hampshire|new jersey|new mexico|new york|north carolina|north dakota|ohio|oklahoma|oregon|pennsylvania|' +
    'rhode island|south carolina|south dakota|tennessee|texas|utah|vermont|virginia|washington|west virginia|wisconsin|' +
    'wyoming|ontario|quebec|british columbia|alberta',
)

/** Returns whether a text ends in a state or province: "Redmond WA", "Seattle, Washington". */
export function endsInRegion(plain: string): boolean {
  const words = plain.split(' ').filter((word) => !/^\d{5}$/.test(word))
  const last = words.at(-1) ?? ''
  return (
    words.length <= 4 && (regionWords.has(last) || regionNames.has(last) || regionNames.has(words.slice(-2).join(' ')))
  )
}

/** Returns whether a text looks like a place: a few capitalized words, such as "Redmond" or "Building 42". */
export function looksLikePlace(text: string, plain: string): boolean {
  const words = text.trim().split(/\s+/)
  return words.length <= 4 && !containsOtherKind(plain) && words.every((word) => /^[\p{Lu}\d#]/u.test(word))
}

const towns = textSet(
  'seattle|bellevue|redmond|kirkland|everett|renton|tacoma|spokane|issaquah|bothell|vancouver|portland|beaverton|hillsboro|' +
    'boise|san francisco|south san francisco|oakland|san jose|sunnyvale|santa clara|mountain view|palo alto|menlo park|' +
    'cupertino|fremont|pleasanton|san ramon|redwood city|san mateo|foster city|sacramento|folsom|los angeles|santa monica|' +
    'burbank|el segundo|long beach|irvine|anaheim|san diego|carlsbad|thousand oaks|phoenix|tempe|scottsdale|chandler|mesa|' +
    'tucson|las vegas|reno|salt lake city|lehi|denver|boulder|colorado springs|broomfield|albuquerque|dallas|fort worth|' +
    'plano|irving|frisco|richardson|houston|the woodlands|san antonio|austin|round rock|el paso|midland|oklahoma city|tulsa|' +
    'bartlesville|omaha|lincoln|kansas city|overland park|wichita|st louis|saint louis|bentonville|little rock|' +
    'des moines|cedar rapids|minneapolis|st paul|saint paul|golden valley|eden prairie|bloomington|rochester|milwaukee|' +
    'madison|chicago|north chicago|deerfield|northbrook|lake forest|abbott park|oak brook|schaumburg|naperville|peoria|moline|' +
    'springfield|indianapolis|fort wayne|detroit|dearborn|auburn hills|warren|ann arbor|grand rapids|kalamazoo|midland|' +
    'cleveland|columbus|cincinnati|dayton|akron|toledo|pittsburgh|philadelphia|king of prussia|malvern|harrisburg|' +
    'wilmington|baltimore|bethesda|rockville|columbia|washington dc|mclean|reston|arlington|alexandria|falls church|tysons|' +
    'richmond|norfolk|charlotte|raleigh|durham|rtp|research triangle park|greensboro|winston salem|greenville|charleston|' +
    'atlanta|alpharetta|savannah|nashville|memphis|knoxville|chattanooga|louisville|lexington|birmingham|huntsville|' +
    'jacksonville|orlando|tampa|st petersburg|miami|fort lauderdale|boca raton|west palm beach|new orleans|baton rouge|' +
    'new york city|nyc|manhattan|brooklyn|queens|white plains|armonk|purchase|buffalo|albany|syracuse|stamford|hartford|' +
    'new haven|greenwich|norwalk|boston|cambridge|waltham|framingham|worcester|burlington|marlborough|providence|' +
    'newark|jersey city|new brunswick|princeton|rahway|basking ridge|manchester|nashua|portsmouth|honolulu|anchorage|' +
    'hawthorne|el monte|inglewood|culver city|playa vista|venice|compton|downey|norwalk ca|jones farm|ronler acres|union square|times square|' +
    'wall street|hudson yards|midtown|downtown|soho|sodo|south lake union|canary wharf|wayzata|lakeland|marysville|baytown|the woodlands|evendale|cedar rapids|neenah|appleton|green bay|benton harbor|olathe|racine|' +
    'kenosha|waukesha|eau claire|la crosse|duluth|st cloud|mankato|fargo|sioux falls|bismarck|billings|missoula|casper|cheyenne|' +
    'boulder|broomfield|littleton|englewood|greenwood village|fort collins|loveland|longmont|lakewood|centennial|provo|lehi|ogden|' +
    'henderson|sparks|carson city|tempe|mesa|gilbert|glendale|peoria az|flagstaff|albuquerque|santa fe|los alamos|las cruces|' +
    'lubbock|amarillo|waco|corpus christi|mcallen|laredo|arlington tx|grapevine|coppell|las colinas|westlake|allen tx|deer park|' +
    'beaumont|port arthur|galveston|katy|sugar land|pasadena tx|bellaire|conroe|tyler|college station|lake charles|shreveport|' +
    'lafayette|metairie|jackson ms|gulfport|pascagoula|mobile|montgomery|tuscaloosa|decatur|pensacola|panama city|tallahassee|' +
    'gainesville|ocala|daytona beach|melbourne|palm bay|sarasota|bradenton|fort myers|naples|clearwater|st pete|lake mary|' +
    'marietta|kennesaw|smyrna|sandy springs|norcross|duluth ga|augusta|macon|columbus ga|athens ga|spartanburg|rock hill|' +
    'columbia sc|asheville|cary|morrisville|chapel hill|wilson nc|concord nc|roanoke|lynchburg|newport news|virginia beach|' +
    'chesapeake|herndon|chantilly|fairfax|vienna va|gaithersburg|germantown|silver spring|columbia md|annapolis|towson|' +
    'aberdeen|newark de|allentown|bethlehem|lancaster|york pa|scranton|erie|state college|malvern|conshohocken|wayne pa|' +
    'horsham|collegeville|spring house|west point pa|cherry hill|camden|moorestown|mount laurel|trenton|parsippany|morristown|' +
    'short hills|summit nj|whippany|east hanover|nutley|hoboken|edison|piscataway|bridgewater nj|raritan|titusville|franklin lakes|' +
    'somerset|murray hill|long island|melville|poughkeepsie|endicott|east fishkill|corning ny|elmira|binghamton|utica|' +
    'schenectady|niskayuna|tarrytown|harrison ny|danbury|shelton|bridgeport|groton|new london|east hartford|windsor locks|' +
    'farmington|middletown|quincy|braintree|natick|newton|needham|burlington ma|lexington ma|bedford|billerica|andover|' +
    'lowell|lawrence|salem|lynn|hopkinton|westborough|southborough|springfield ma|pittsfield|portland me|bangor|concord nh|' +
    'essex junction|merrimack|warwick|cranston|smithfield ri|anaheim|irvine|costa mesa|newport beach|santa ana|fullerton|' +
    'long beach|torrance|el segundo|burbank|pasadena|glendale ca|thousand oaks|westlake village|simi valley|ventura|santa barbara|' +
    'san luis obispo|bakersfield|fresno|modesto|stockton|concord|walnut creek|san leandro|hayward|livermore|emeryville|alameda|' +
    'richmond ca|san rafael|santa rosa|petaluma|napa|vacaville|roseville|rocklin|rancho cordova|elk grove|chico|santa cruz|' +
    'monterey|salinas|milpitas|los gatos|campbell ca|cupertino ca|carlsbad|la jolla|chula vista|oceanside|poway|riverside|' +
    'san bernardino|ontario ca|palm springs|olympia|bremerton|tukwila|kent|auburn|federal way|puyallup|lynnwood|bellingham|' +
    'yakima|kennewick|richland|pasco|walla walla|longview|eugene|salem or|corvallis|bend|medford|gresham|tigard|tualatin|' +
    'wilsonville|lake oswego|nampa|meridian|idaho falls|pocatello|coeur dalene|racine wi|dubuque|davenport|iowa city|ames|' +
    'waterloo|sioux city|council bluffs|bettendorf|rock island|east moline|decatur il|champaign|urbana|bloomington il|joliet|' +
    'aurora|elgin|evanston|skokie|rosemont|oak park|hoffman estates|downers grove|lisle|itasca|des plaines|libertyville|vernon hills|' +
    'gary|hammond|south bend|elkhart|kokomo|lafayette in|evansville|terre haute|muncie|carmel|fishers|columbus in|bloomington in|' +
    'southfield|troy mi|sterling heights|livonia|novi|flint|lansing|saginaw|midland mi|battle creek|jackson mi|holland mi|muskegon|' +
    'youngstown|canton|mansfield|lima|findlay|newark oh|dublin oh|westerville|mason oh|blue ash|covington ky|florence ky|' +
    'georgetown ky|bowling green|owensboro|frankfort|paducah|clarksville|murfreesboro|franklin tn|brentwood tn|kingsport|oak ridge|' +
    'johnson city|bristol tn|smyrna tn|fayetteville|rogers ar|fort smith|conway|springdale|jonesboro|joplin|jefferson city|' +
    'chesterfield|creve coeur|earth city|hazelwood|st charles|clayton mo|north kansas city|lenexa|leawood|topeka|lawrence ks|' +
    'manhattan ks|salina|grand island|kearney|norman|stillwater|enid|wayne|chandler az|' +
    'laval|longueuil|gatineau|sherbrooke|trois rivieres|saguenay|levis|brossard|saint laurent|dorval|ville de quebec|hamilton|' +
    'kitchener|waterloo on|london on|oshawa|brampton|vaughan|richmond hill|oakville|guelph|kingston|sudbury|thunder bay|windsor|' +
    'saskatoon|regina|red deer|lethbridge|kelowna|surrey bc|richmond bc|saint john|moncton|fredericton|st johns|charlottetown|' +
    'monterrey|guadalajara|tijuana|san juan|ponce|bayamon|caguas|' +
    'toronto|mississauga|markham|ottawa|montreal|quebec city|calgary|edmonton|winnipeg|halifax|burnaby|victoria|' +
    'london|paris|dublin|bangalore|hyderabad|mexico city',
)

/** Regional companies have these, such as "Duke Energy Carolinas". */
const areas = textSet(
  'carolinas|the carolinas|new england|midwest|northwest|pacific northwest|northeast|southeast|mid atlantic|bay area|' +
    'silicon valley|southern california|northern california|puget sound',
)

/** These are also words, titles, or legal forms. */
const ambiguousRegions = wordSet('al co de hi id in la ma md me mo ms mt oh ok on or pa us usa ca uk canada')

/** A state name alone is the state, except New York. */
const isTownName = (plain: string): boolean => towns.has(plain) || plain === 'new york'

/** Returns whether a text is a listed town or region, or a town followed by a state. */
export function isKnownPlace(text: string): boolean {
  const words = text.split(' ').filter((word) => !/^\d{5}$/.test(word))
  const plain = normalizeName(words.join(' '))
  if (towns.has(plain) || regionNames.has(plain) || areas.has(plain)) return true
  const all = plain.split(' ')
  const last = words.at(-1) ?? ''
  const region = all.at(-1) ?? ''
  if (all.length === 1) return regionWords.has(region) && !ambiguousRegions.has(region) && last === last.toUpperCase()
  return [1, 2].some(
    (count) =>
      isTownName(all.slice(0, -count).join(' ')) &&
      (regionNames.has(all.slice(-count).join(' ')) || (count === 1 && regionWords.has(region))),
  )
}

/** Companies share these names: "Dover, DE" is the town. */
const townNamesakes = textSet(
  'the citadel charleston|the citadel sc|the citadel south carolina|citadel charleston|land olakes fl|land o lakes fl|' +
    'land olakes florida|land o lakes florida|iron mountain mi|iron mountain michigan|' +
    'dover de|dover delaware|dover nh|dover new hampshire|dover nj|dover new jersey|dover oh|dover ohio|' +
    'corning ny|corning new york|corning ca|corning california|hershey pa|hershey pennsylvania|providence ri|' +
    'providence rhode island|hartford ct|hartford connecticut|peabody ma|peabody massachusetts|princeton nj|' +
    'princeton new jersey|stanford ca|stanford california|berkeley ca|berkeley california|eaton oh|eaton ohio|' +
    'eaton co|eaton colorado|emory tx|emory texas|emory ga|emory georgia|rice mn|rice minnesota|lincoln ne|' +
    'lincoln nebraska|lincoln ca|lincoln california|columbia mo|columbia missouri|hanover nh|' +
    'hanover new hampshire|georgetown tx|georgetown texas|pembina nd|pembina north dakota|amherst ma|' +
    'amherst massachusetts|huntington wv|huntington west virginia|huntington ny|huntington new york|' +
    'goodyear az|goodyear arizona|oracle az|oracle arizona|williams az|williams arizona|williams ca|' +
    'williams california|paramount ca|paramount california|mars pa|mars pennsylvania|magna ut|magna utah|' +
    'unity me|unity maine|avon ct|avon connecticut|avon oh|avon ohio|avon in|avon indiana|avon co|' +
    'avon colorado|liberty mo|liberty missouri|erie pa|erie pennsylvania|cisco tx|cisco texas|marathon tx|' +
    'marathon texas|emerson nj|emerson new jersey|cambridge ma|cambridge massachusetts|frost tx|frost texas|' +
    'campbell ca|campbell california|otis co|otis colorado|ball me|ball maine|bell ca|bell california|' +
    'carlyle il|carlyle illinois',
)
/** Returns whether a company's name and the region form a town: "Dover" and "DE". */
export const isTownNamesake = (name: string, region: string): boolean =>
  townNamesakes.has(`${normalizeName(name)} ${normalizeName(region)}`)

/** Extends `ordinaryWords`: "Hilton, Austin" may be a person. */
const surnames = wordSet(
  'fox crowe rand hilton marriott hyatt hershey chubb bloomberg cummins lazard stifel markel bayer merck nielsen campbell mccormick kohl ' +
    'macy wendy lowe meijer bosch tyson kellogg allen hallmark',
)
const personLikeTowns = textSet(
  'austin|charlotte|madison|lincoln|dallas|houston|warren|chandler|tyler|savannah|victoria|paris|london|brooklyn|orlando|' +
    'georgia|virginia|carolina|columbia|lexington|irving|durham|albany|alexandria|houston|logan|everett|richmond|phoenix|' +
    'reno|norfolk|nashville|washington|tennessee|wilmington',
)

/** Returns whether an ordinary word and a state form a town: "Harvard, MA". */
export const isTownWithRegion = (name: string, place: string): boolean =>
  (regionNames.has(place) || (regionWords.has(place) && !['us', 'usa', 'canada', 'uk'].includes(place))) &&
  isPersonal(normalizeName(name))

/** Bodies that exist in many towns. A place is part of their name. */
const localBodies = wordSet(
  'university univ college institute school schools academy hospital hospitals clinic church city county state town ' +
    'government department ministry ymca ywca goodwill habitat blue museum library union society chapter league cross ' +
    'salvation mercy health healthcare medical bank savings foundation fund trust toyota honda bmw ford nissan hyundai ' +
    'subaru volkswagen mercedes benz lexus chevrolet kia mcdonalds dominos hilton hyatt marriott subway hotel hotels ' +
    'inn news times post press club team public diocese police fire air electric power gas water new first ' +
    'mount sinai memorial baptist methodist presbyterian childrens trinity community northwestern jude purdue rutgers brown ' +
    'penn caltech vanderbilt cornell bcbs bcbsa',
)

/** Returns whether a name is that of a local body, in which a typo may mean a different body. */
export const isLocalBody = (core: string): boolean => core.split(' ').some((word) => localBodies.has(word))

const isPersonal = (core: string): boolean => !core.includes(' ') && (isOrdinaryWord(core) || surnames.has(core))

/** Returns whether a place without a separator can be removed after this name, as in "AbbVie Inc Peoria". */
export function canPrecedePlace(name: string): boolean {
  const plain = normalizeName(name)
  const core = coreName(plain)
  const hasLegalForm = core !== plain && !plain.startsWith('the ')
  return !isLocalBody(core) && (hasLegalForm || !isPersonal(core))
}

const townAbbreviations: Readonly<Record<string, string>> = {
  sf: 'san francisco',
  sfo: 'san francisco',
  la: 'los angeles',
  lax: 'los angeles',
  nyc: 'new york',
  pdx: 'portland',
  atl: 'atlanta',
  chi: 'chicago',
  phx: 'phoenix',
  dfw: 'dallas',
  slc: 'salt lake city',
  kc: 'kansas city',
  stl: 'st louis',
  phl: 'philadelphia',
  philly: 'philadelphia',
  msp: 'minneapolis',
  pgh: 'pittsburgh',
  cle: 'cleveland',
  cincy: 'cincinnati',
  nola: 'new orleans',
  indy: 'indianapolis',
  bos: 'boston',
  sea: 'seattle',
  nw: 'northwest',
  ne: 'northeast',
  sw: 'southwest',
  se: 'southeast',
}
const neverShortPlaces = wordSet('md ma pa co us usa canada uk')
/** These are also ordinary words, so they count only in capitals. */
const onlyInCapitals = wordSet('la kc chi cle bos sea ne se nw sw indy philly')
/** "Union Bank" is local, because all of its words are in `localBodies`; "Union Pacific" is not. */
const commonInNames = wordSet('union bank savings trust first new air power gas electric water times news post press')

/** Returns the name and the full place of "Google SF". The caller checks that the name is a company's. */
export function withoutShortPlace(text: string): { readonly name: string; readonly place: string } | null {
  const words = text.trim().split(/\s+/)
  const lastAsWritten = words.at(-1) ?? ''
  const last = lastAsWritten.replaceAll('.', '').toLowerCase()
  const name = words.slice(0, -1).join(' ')
  const town = Object.hasOwn(townAbbreviations, last) ? townAbbreviations[last] : undefined
  const isRegion = regionWords.has(last) && !neverShortPlaces.has(last)
  if (name === '' || (town === undefined && !isRegion)) return null
  const isInCapitals = lastAsWritten === lastAsWritten.toUpperCase()
  const isLowerCase = text === text.toLowerCase() && town !== undefined && !onlyInCapitals.has(last)
  // In a text of capitals, "OR" and "IN" may be words.
  const isAmbiguous = text === text.toUpperCase() && town === undefined && ambiguousRegions.has(last)
  return (isInCapitals && !isAmbiguous) || isLowerCase
    ? isDistinct(name) && !isTownNamesake(name, last)
      ? { name, place: town ?? last }
      : null
    : null
}

/** Neither an ordinary word, a person's name, nor a type of local body. */
function isDistinct(name: string): boolean {
  const core = coreName(normalizeName(name))
  const words = core.split(' ')
  if (isPersonal(core)) return false
  const local = words.filter((word) => localBodies.has(word))
  return (
    local.every((word) => commonInNames.has(word)) && words.some((word) => !localBodies.has(word) && word.length > 2)
  )
}

/** Returns whether a town after a comma can be removed. "Jacobs, Austin" may be a person. */
export function canPrecedeTown(name: string, town: string): boolean {
  const plain = normalizeName(name)
  const core = coreName(plain)
  return core !== plain || !isPersonal(core) || !personLikeTowns.has(normalizeName(town))
}
