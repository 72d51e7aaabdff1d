const longestName = 120

const legalForms = new Set(
  (
    'inc incorporated corp corporation co company companies cos llc ltd limited plc lp llp lllp pllc pc gmbh ag sa nv bv ' +
    'oy ab asa kk pty holdings holding na'
  ).split(' '),
)

/** Returns lower case without accents and punctuation: "AT&T Inc." → 'at and t inc'. */
export function normalizeName(text: string): string {
  return text
    .slice(0, longestName)
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/[’'`´.]/g, '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const abbreviations: Readonly<Record<string, string>> = {
  // Traditional abbreviations: "Chas. Schwab", "Geo. Washington University".
  chas: 'charles',
  geo: 'george',
  wm: 'william',
  jas: 'james',
  thos: 'thomas',
  edw: 'edward',
  robt: 'robert',
  jos: 'joseph',
  benj: 'benjamin',
  univ: 'university',
  fdn: 'foundation',
  fndn: 'foundation',
  dept: 'department',
  natl: 'national',
  intl: 'international',
  mfg: 'manufacturing',
  assn: 'association',
  labs: 'laboratories',
  bros: 'brothers',
  svcs: 'services',
  svc: 'services',
  tech: 'technologies',
  technology: 'technologies',
  govt: 'government',
  hosp: 'hospital',
  ctr: 'center',
  cu: 'credit union',
  ins: 'insurance',
  gen: 'general',
  ent: 'entertainment',
  mtg: 'mortgage',
  amer: 'american',
  elec: 'electric',
  pac: 'pacific',
  whse: 'warehouse',
  mgmt: 'management',
  mgt: 'management',
  grp: 'group',
  inst: 'institute',
  saint: 'st',
  mount: 'mt',
  pharma: 'pharmaceuticals',
  pharmaceutical: 'pharmaceuticals',
  healthcare: 'health care',
  sys: 'systems',
  fin: 'financial',
  med: 'medical',
  supermarkets: 'supermarket',
  mkt: 'market',
}

/** Codes such as in "State of WA" and "University of MN". */
const stateNames: ReadonlyMap<string, string> = new Map(
  (
    'al alabama|ak alaska|az arizona|ar arkansas|ca california|co colorado|ct connecticut|de delaware|fl florida|' +
    'ga georgia|hi hawaii|id idaho|il illinois|in indiana|ia iowa|ks kansas|ky kentucky|md maryland|' +
    'ma massachusetts|mi michigan|mn minnesota|ms mississippi|mo missouri|mt montana|ne nebraska|nv nevada|' +
    'nh new hampshire|nj new jersey|nm new mexico|ny new york|nc north carolina|nd north dakota|oh ohio|' +
    'ok oklahoma|or oregon|pa pennsylvania|ri rhode island|sc south carolina|tn tennessee|tx texas|ut utah|' +
    'vt vermont|va virginia|wa washington|wv west virginia|wi wisconsin|wy wyoming|bc british columbia'
  )
    .split('|')
    .map((state) => [state.slice(0, 2), state.slice(3)]),
)

/** Returns the name without abbreviations: "u of washington" → "university of washington". */
export const longName = (core: string): string =>
  core
    .replace(/^u of /, 'university of ')
    .split(' ')
    .map((word, index, words) => (index > 1 && words[index - 1] === 'of' ? (stateNames.get(word) ?? word) : word))
    .map((word) => (Object.hasOwn(abbreviations, word) ? abbreviations[word] : word))
    .join(' ')

/** Returns the name without spaces and "and", so that "Hy Vee" matches "HyVee". */
export const compactName = (core: string): string =>
  core
    .split(' ')
    .filter((word) => word !== 'and')
    .join('')

/** Returns a plain name without "the" and legal forms. Empty only if the plain name is. */
export function coreName(plain: string): string {
  const words = plain.split(' ')
  if (words.length > 1 && words[0] === 'the') words.shift()
  while (words.length > 1 && legalForms.has(words.at(-1) ?? '')) words.pop()
  if (words.length > 1 && words.at(-1) === 'and') words.pop()
  return words.join(' ')
}

/** Returns the core of a directory name. "The Hartford" keeps its article, which separates it from the city. */
export function entryCore(plain: string): string {
  const core = coreName(plain)
  return plain.startsWith('the ') && !core.includes(' ') ? `the ${core}` : core
}
