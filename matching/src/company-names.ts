/** The forms in which two spellings of a company's name meet. */

/** Longer texts are no names: what follows is not looked at. */
const longestName = 120

const legalForms = new Set(
  (
    'inc incorporated corp corporation co company companies llc ltd limited plc lp llp lllp pllc pc gmbh ag sa nv bv ' +
    'spa oy ab asa kk pty holdings holding'
  ).split(' '),
)

/** Lower case, without accents and signs, one space between words: "AT&T Inc." → 'at and t inc'. */
export function plainName(text: string): string {
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

/** The plain name without 'the' before and legal forms behind; never empty where the plain name is not. */
export function coreName(plain: string): string {
  const words = plain.split(' ')
  if (words.length > 1 && words[0] === 'the') words.shift()
  while (words.length > 1 && legalForms.has(words.at(-1) ?? '')) words.pop()
  if (words.length > 1 && words.at(-1) === 'and') words.pop()
  return words.join(' ')
}

const saysNothing = new Set([
  '',
  'na',
  'n a',
  'none',
  'no',
  'unknown',
  'null',
  'nil',
  'not applicable',
  'not given',
  'not provided',
  'prefer not to say',
  'information requested',
  'requested',
  'tbd',
  'test',
  'x',
  'xx',
  'xxx',
  'other',
  'employer',
])

const saysNoEmployer = new Set([
  'self',
  'self employed',
  'selfemployed',
  'myself',
  'me',
  'freelance',
  'freelancer',
  'independent contractor',
  'not employed',
  'unemployed',
  'retired',
  'retiree',
  'homemaker',
  'housewife',
  'student',
  'disabled',
  'stay at home parent',
  'no employer',
  'none retired',
  'retired none',
])

/** 'none': the donor says that there is no employer. 'nothing': the field is as good as empty. */
export function readEmployerText(text: string): 'named' | 'none' | 'nothing' {
  const plain = plainName(text)
  if (saysNoEmployer.has(plain)) return 'none'
  return saysNothing.has(plain) ? 'nothing' : 'named'
}
