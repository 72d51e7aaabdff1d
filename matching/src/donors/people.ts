/** One group of first names per semicolon: forms that are common in the United States and Canada. */
const nicknameGroups = `
abigail abby; albert al bert; alexander alexandra alex al sasha sandy; alfred al fred; andrew andy drew; angela angie; anthony tony;
antonio tony; arthur art; barbara barb; benjamin ben; bernard bernie; catherine katherine kathryn cathy kathy kate katie kit; charles chuck charlie
chas; christine christina christopher chris tina; cynthia cindy; daniel dan danny; david dave; deborah debra deb debbie; donald don donny;
dorothy dot dottie; douglas doug; edward ed eddie ted ned; eleanor ellie nell; elizabeth liz beth betty betsy eliza lisa; emily em; eugene gene; florence flo;
frances fran frankie; francis frank; francisco paco frank; frederick fred; gabriel gabe; gerald jerry; gregory greg; harold hal harry; helen nell; henry hank harry; jacob jake;
jacqueline jackie; james jim jimmy jamie; jane janie; janet jan; jeffrey jeff; jennifer jen jenny; jessica jess; joan joanie; john jack johnny jon; jonathan jon;
jose pepe; joseph joe joey; joshua josh; judith judy; kenneth ken kenny; kimberly kim; lawrence larry; leonard len; louis lou; manuel manny; margaret meg maggie peggy peg marge; maria mary;
martha marty; martin marty; mary molly polly; matthew matt; melissa mel; michael mike mick; nancy nan; nathaniel nathan nate; nicholas nick; pamela pam; patricia patrick pat patty trish; paul pablo; peter pete;
philip phil; rachel rae; raymond ray; rebecca becky; richard rick dick rich; robert bob rob bobby; roberta bobbie; ronald ron; samantha samuel sam; sandra sandy; sharon shari; stephen steven steve;
stephanie steph; susan sue suzanne; susanna sue; terence teresa theresa terry; theodore ted; thomas tom; timothy tim; valerie val; veronica ronnie; victoria vicky; vincent vince; virginia ginny; walter walt; william will bill billy`
  .split(';')
  .map((group) => new Set(group.trim().split(/\s+/)))

const titles =
  /^(mr|mrs|ms|miss|mx|dr|prof|professor|rev|reverend|hon|sir|fr|sr|sra|srta|mme|mlle|jr|ii|iii|iv|md|phd|esq|dds|cpa|rn|the|de|la)$/
const placeholderName =
  /^(anonymous|anon|unknown|guest|friend|supporter|donor|donors|none|na|n a|no name|not (provided|given|available)|cash|member|parent|parents)( (donor|supporter|gift|giver|friend))?$/
const conjunction = /&|\+|\/|\band\b|\by\b|\bet\b/

const simplify = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^()]*\)/g, ' ')
    .replace(/['’`.]/g, (mark) => (mark === '.' ? ' ' : ''))

const wordsIn = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** Omits titles. `Doe, Jane` is reordered. */
function partsOf(name: string): string[] {
  const lastFirst = /^([^,]+),([^,]+)$/.exec(name)
  const words = wordsIn(lastFirst ? `${lastFirst[2]} ${lastFirst[1]}` : name)
  const parts = words.filter((word) => !titles.test(word))
  return parts.length > 0 ? parts : words
}

/** Splits a name such as `John & Mary Olds`. */
function peopleIn(name: string): string[][] {
  const people = name
    .split(conjunction)
    .map(partsOf)
    .filter(({ length }) => length > 0)
  const last = people.at(-1)?.at(-1)
  return people.map((parts, index) =>
    index < people.length - 1 && parts.length === 1 && last ? [...parts, last] : parts,
  )
}

/** Returns a key for comparing names that ignores titles, accents, case, and word order. */
export const nameKeyOf = (name: string): string => partsOf(simplify(name)).toSorted().join(' ')

/** Returns whether two names differ only in case, accents, titles, or word order. */
export const isSameName = (one: string, other: string): boolean => nameKeyOf(one) === nameKeyOf(other)

/** Returns whether two names clearly belong to two people. Variants, initials, couples, and households may be one. */
export function areTwoPeople(one: string, other: string): boolean {
  const [a, b] = [simplify(one).trim(), simplify(other).trim()]
  if ([a, b].some((name) => isPlaceholderName(name) || /\b(family|household|familia|famille|estate)\b/.test(name)))
    return false
  const people = peopleIn(a)
  const others = peopleIn(b)
  // "Mr. and Mrs. Brad Smith": the first name may belong to either spouse.
  const isCouple = [a, b].some((name) =>
    /\bm(r|rs|me)? (and|y|et) m(r|rs|me)\b/.test(wordsIn(name.replaceAll('&', ' and ')).join(' ')),
  )
  if (isCouple && isSimilarSpelling(people.at(-1)?.at(-1) ?? '', others.at(-1)?.at(-1) ?? '')) return false
  return people.every((person) => others.every((otherPerson) => areDifferentPeople(person, otherPerson)))
}

/** Returns whether a name only fills a required field. */
export const isPlaceholderName = (name: string): boolean => {
  const words = wordsIn(simplify(name)).join(' ')
  return words === '' || placeholderName.test(words)
}

function areDifferentPeople(one: readonly string[], other: readonly string[]): boolean {
  if (one.every((word) => other.includes(word)) || other.every((word) => one.includes(word))) return false
  if (one.join('') === other.join('')) return false
  const [first = '', last = ''] = [one[0], one.at(-1)]
  const [otherFirst = '', otherLast = ''] = [other[0], other.at(-1)]
  if (one.length > 1 && other.length > 1 && isSameFirstName(first, otherFirst)) return false
  if (!isSimilarSpelling(last, otherLast) || one.length === 1 || other.length === 1) {
    return !isSimilarSpelling(one.join(''), other.join('')) && !isInitialsOf(one, other)
  }
  // With the same surname, a shared given name or first initial may be one person.
  const givenNames = one.slice(0, -1)
  const otherGivenNames = other.slice(0, -1)
  return (
    !haveSameInitial(first, otherFirst) &&
    !givenNames.some((word) => otherGivenNames.some((otherWord) => isSameFirstName(word, otherWord)))
  )
}

const haveSameInitial = (one: string, other: string): boolean =>
  (one.length === 1 || other.length === 1) && one[0] === other[0]

/** `JS` may be Jane Smith. */
const isInitialsOf = (one: readonly string[], other: readonly string[]): boolean =>
  [
    [one, other],
    [other, one],
  ].some(([short = [], long = []]) => short.join('') === long.map((word) => word[0]).join(''))

function isSameFirstName(one: string, other: string): boolean {
  if (one.length > 1 && other.length > 1 && isSimilarSpelling(one, other)) return true
  if (Math.min(one.length, other.length) >= 3 && (one.startsWith(other) || other.startsWith(one))) return true
  return nicknameGroups.some((group) => group.has(one) && group.has(other))
}

/** One typo is allowed from four letters on. */
function isSimilarSpelling(one: string, other: string): boolean {
  if (one === other) return true
  if (Math.max(one.length, other.length) < 4 || Math.abs(one.length - other.length) > 1) return false
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [a, b] = [one.slice(start), other.slice(start)]
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2))
  )
}

const placeholderLocalPart =
  /^(no(valid)?e?mail(address)?(given|provided|available)?|noe?mail.*|noaddress|none|nobody|noone|nil|null|undefined|unknown|anonymous|anon|do?not(reply|email|mail|contact)|noreply|noresponder|nepasrepondre|(not)?(provided|given|available|applicable)|notonfile|(does|do)(not|nt)have(an?|one|any)?(e?mail)?|placeholder|invalid|manual(ly)?entere?d?|manualentry|sinemail|sincorreo|ninguno|pasdemail|sanscourriel|sansadresse|aucun)$/
/** Placeholders only without digits: `abc123` may be a real address. */
const wholePlaceholderLocalPart =
  /^(refused|declined|test|testing|tester|testtest|example|sample|fake|dummy|asdf|asdfg|asdfasdf|qwerty|abc|xx+|aaa+|zzz+|blank|missing|tbd|pending)$/
const placeholderDomain =
  /^(no(valid)?-?e?mail(address)?|noaddress|none|na|nowhere|unknown|anonymous|do-?not-?reply|no-?reply|not-?provided|invalid|test|xx+|abc|fake|nil|null)\.[a-z]+$/
/** These may be a person's initials, so the domain must repeat them. */
const possibleInitials = /^(na|no|x|a|n)$/

/** Addresses that forms show as an example. */
const sampleLocalPart = /^(your)?(e?mail|name|no)$/
const sampleDomain = /^(your)?(e?mail|domain|example|company)\.(com|org|net)$/

const withoutPlusTag = (local: string): string => local.split('+', 1)[0] ?? ''

/** Returns whether an address only fills a required field, such as noemail@noemail.com. */
export function isPlaceholderAddress(email: string): boolean {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  const compactLocal = withoutPlusTag(local).replace(/[._-]/g, '')
  const [, name = compactLocal] = /^(\D*)\d*$/.exec(compactLocal) ?? []
  return (
    placeholderLocalPart.test(name) ||
    wholePlaceholderLocalPart.test(compactLocal) ||
    placeholderDomain.test(domain) ||
    (possibleInitials.test(name) && domain.startsWith(`${name}.`)) ||
    (sampleLocalPart.test(compactLocal) && sampleDomain.test(domain))
  )
}

const roleLocalPart =
  /^(info|contact|hello|office|admin|mail|email|donate|donations?|giving|gifts?|development|support|team|help|accounting|finance|treasurer|pta|pto|newsletter|membership)$/

/** Returns whether an address is an organization's role address, such as info@ at one of its domains. */
export function isRoleAt(email: string, domains: ReadonlySet<string>): boolean {
  const [local = '', domain = ''] = email.trim().toLowerCase().split('@')
  return roleLocalPart.test(withoutPlusTag(local)) && domains.has(domain)
}
