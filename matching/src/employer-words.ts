/** Words about employers that are no part of their names. */

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
const textSet = (text: string): ReadonlySet<string> => new Set(text.split('|').map((part) => part.trim()))

/** Plain texts in a field that is as good as empty. */
export const placeholders = textSet(
  '|na|n a|n|no|unknown|unk|null|nil|undefined|not applicable|not available|not given|not provided|not specified|not stated|' +
    'not listed|not disclosed|not shared|not shared by donor|not reported|none given|none provided|none listed|not entered|' +
    'prefer not to say|prefer not to answer|rather not say|do not wish to say|information requested|' +
    'information requested best efforts|info requested|requested|best efforts|pending|tbd|test|testing|asdf|abc|x|xx|xxx|' +
    'other|employer|my employer|employer name|company|company name|my company name|confidential|private|personal|refused|' +
    'decline|declined|decline to state|declined to state|declined to answer|withheld|anonymous|same|same as above|' +
    'see above|as above|above|see below|blank|empty|missing|0|1|any|anything|nothing|no answer|no response|dont know|idk|' +
    'yes|y|maybe|perhaps|possibly|not sure|unsure|im not sure|i dont know|i do not know|do not know|' +
    'select|select one|please select|choose one',
)

/** Plain texts that say that there is no employer. */
export const noEmployerTexts = textSet(
  'none|no employer|no company|no job|nobody|no one|without employer|none retired|retired none|none self|self|self employed|' +
    'selfemployed|self employeed|self employment|self emp|myself|me|own business|own company|my own business|my own company|' +
    'owner|business owner|small business owner|owner operator|sole proprietor|sole proprietorship|sole prop|entrepreneur|' +
    'freelance|freelancer|free lance|independent|independent contractor|gig worker|not employed|notemployed|unemployed|' +
    'currently unemployed|not currently employed|not working|not working currently|not currently working|no longer working|' +
    'dont work|do not work|looking for work|looking for a job|job seeker|seeking employment|seeking work|between jobs|' +
    'in between jobs|laid off|furloughed|homemaker|home maker|house wife|housewife|househusband|house husband|at home|home|' +
    'at home mom|stay at home|stay at home parent|stay at home mom|stay at home dad|stay at home mother|' +
    'stay at home father|sahm|sahd|full time parent|full time mom|mom|mother|dad|father|parent|caregiver|carer|' +
    'family caregiver|full time caregiver|student|full time student|college student|university student|grad student|' +
    'graduate student|high school student|disabled|on disability|disability|ssdi|volunteer|full time volunteer|minor|child|' +
    'too young|retired|retiree|retd|ret|semi retired|semiretired|retired self employed|self employed retired|now retired|' +
    'currently retired|happily retired|im retired|i am retired|retirement|pensioner|deceased|landlord|investor',
)

/** Begins so and says nothing else of an employer: "Self employed - Smith Consulting LLC". */
export const beginsSelfEmployed = /^self[\s-]*employ(e?ed|ment)\b/i

/**
 * Kinds of work. A text of such words alone is a title, and before "at", after a comma or behind a name they are taken
 * off. Compared in plain form.
 */
const workWords = wordSet(
  'attorney lawyer paralegal physician doctor dr md nurse rn lpn np pa pharmacist dentist therapist technician tech ' +
    'engineer engineering swe sde sre developer programmer software architect designer scientist researcher research ' +
    'analyst accountant cpa auditor bookkeeper banker broker trader teller agent realtor actuary underwriter consultant ' +
    'adviser advisor manager management mgr director president vp svp evp avp ceo cfo cto coo cio cmo chief executive exec ' +
    'officer supervisor lead leader head coordinator administrator admin assistant asst associate specialist ' +
    'representative rep clerk secretary receptionist cashier barista driver pilot mechanic electrician plumber carpenter ' +
    'machinist operator welder worker warehouse sales salesperson salesman marketing hr recruiter buyer planner editor ' +
    'writer journalist producer artist actor musician photographer teacher professor prof lecturer instructor educator ' +
    'principal dean librarian coach counselor counsel judge pastor clergy chef cook server waiter waitress bartender ' +
    'janitor custodian guard soldier sergeant captain lieutenant colonel major officer firefighter paramedic intern ' +
    'internship trainee apprentice fellow postdoc staff employee employed team member partner founder cofounder owner ' +
    'chairman chairwoman chair chairperson board trustee contractor vendor temp temporary freelancer senior sr junior jr ' +
    'principal group global regional district general deputy vice product program project business operations finance ' +
    'it data systems network security quality customer service technical field account human resources legal public ' +
    'part full time ft pt work works working i im my at for of the in and a an was is job title position retail ' +
    'registered certified licensed',
)

export const isWork = (plain: string): boolean => plain !== '' && plain.split(' ').every((word) => workWords.has(word))
/** A title before "at": one word of work and few others, "VP of Strategy at". */
export const holdsWork = (plain: string): boolean => {
  const all = plain.split(' ')
  return all.length <= 6 && all.some((word) => workWords.has(word)) && !holdsOtherKind(plain)
}

/** Organizations of another kind than the company whose name stands beside: "Target (archery club)". */
const otherKinds = wordSet(
  'club church temple mosque synagogue ministry ministries parish diocese school schools district isd usd pta pto ' +
    'academy university univ college seminary hospital clinic medical dental dentistry orthodontics pharmacy vet ' +
    'veterinary credit union cu bank savings association assn society foundation fdn trust fund charity museum library ' +
    'theatre theater farm farms ranch orchard vineyard winery restaurant cafe diner bakery pizza grill bar salon spa ' +
    'barber roofing plumbing heating construction builders painting electric electrical landscaping lawn cleaning ' +
    'repair towing law llp pllc realty properties apartments band choir orchestra camp conservation alliance coalition ' +
    'council committee campaign party county city town village state department ministry embassy tribe',
)

export const holdsOtherKind = (plain: string): boolean => plain.split(' ').some((word) => otherKinds.has(word))

/** Fields of work: a department of a company, or behind an ordinary word what another company does ("Delta Security"). */
const fieldsOfWork = wordSet(
  'tech engineering software research management marketing sales teller group global regional district general product ' +
    'program project business operations finance it data systems network security quality customer service technical ' +
    'account human resources legal public retail executive team staff warehouse for of the in and a an hr registered ' +
    'certified licensed part full time job position work',
)

/** Do these words of work say what a person is, and not only a field? */
export const namesPerson = (plain: string): boolean => plain.split(' ').some((word) => !fieldsOfWork.has(word))

export const isOrdinaryWord = (core: string): boolean => ordinaryWords.has(core)

/** What the arms of one company are called. */
const arms = textSet(
  'services|service|systems|technologies|technology|tech|software|solutions|foods|food|food store|food stores|coffee|' +
    'research|cloud|labs|laboratories|store|stores|retail store|supercenter|supercentre|superstore|warehouse|pipelines|' +
    'pipeline|studios|animation studios|pictures|advisors|financial|financial services|pharmaceuticals|pharmaceutical|pharma|' +
    'biotech|usa|us|u s a|united states|of america|north america|america|americas|international|intl|worldwide|hq|' +
    'headquarters|head office|corporate|corporate office|corporate headquarters|main office|office|campus|plant|factory|' +
    'distribution center|fulfillment center|data center|division|div|dept|department|team|aerospace|airlines|aviation|' +
    'energy|oil|chemical|chemicals|motors|motor|insurance|securities|investments|wealth management|asset management|' +
    'blue cross|blueshield|blue shield|blue cross blue shield|flex|prime|gaming|games|health|healthcare|media|digital|' +
    'consulting|communications|wireless|mobile|networks|semiconductor|semiconductors|manufacturing|mfg|logistics|' +
    'web services|devices|hardware|products|consumer products|brands|retail|operations|employee|employees',
)

/** Only behind a name of several words: "Apple Bank" is another company, "JPMorgan Chase Bank" is not. */
const banks = textSet('bank|bank na|bank n a|na|n a')

/** How a name ends that has an arm behind it, longest first: the rest is the company. */
export function withoutArm(core: string): string | null {
  const words = core.split(' ')
  for (let taken = Math.min(4, words.length - 1); taken > 0; taken--) {
    const [rest, arm] = [words.slice(0, -taken), words.slice(-taken).join(' ')]
    if (arms.has(arm) || (rest.length > 1 && banks.has(arm))) return rest.join(' ')
  }
  return null
}

/** Companies named by an ordinary word: with another word behind it, it is another name ("Apple Bank", "Shell Services"). */
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
    'eastern western central liberty hartford harvard stanford cornell emory mayo kaiser cigna ascension jacobs',
)

/** Where the arm is one that the company itself has, the ordinary word is the company after all. */
const ownArms: Readonly<Record<string, RegExp>> = {
  amazon:
    /^(flex|prime|web services|services|studios|devices|fulfillment center|warehouse|distribution center|pharmacy)$/,
  apple: /^(store|stores|retail|retail store|campus|headquarters|hq|corporate)$/,
  target: /^(store|stores|corporate|headquarters|hq|distribution center|employee)$/,
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
}

/** May a name that was left of `core` by taking an arm or a title off stand for the company? */
export function mayStandAlone(name: string, core: string): boolean {
  if (name.includes(' ') || !ordinaryWords.has(name)) return true
  const behind = core.slice(name.length).trim()
  return ownArms[name]?.test(behind) ?? false
}

/** Short texts that several well-known employers go by: the Departments of Energy and of Education, three universities. */
export const sharedShortTexts = wordSet('doe uw ms cat hartford principal')

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

/** "Redmond WA", "Seattle, Washington", "TX": ends in a state or province. */
export function endsInRegion(plain: string): boolean {
  const words = plain.split(' ').filter((word) => !/^\d{5}$/.test(word))
  const last = words.at(-1) ?? ''
  return (
    words.length <= 4 && (regionWords.has(last) || regionNames.has(last) || regionNames.has(words.slice(-2).join(' ')))
  )
}

/** "Redmond", "Ronler Acres", "SWE", "Building 42": capitals, few words, and no word for another kind of place. */
export function looksLikePlace(text: string, plain: string): boolean {
  const words = text.trim().split(/\s+/)
  return words.length <= 4 && !holdsOtherKind(plain) && words.every((word) => /^[\p{Lu}\d#]/u.test(word))
}
