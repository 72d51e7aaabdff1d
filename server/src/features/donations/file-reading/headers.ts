import { keyOfHeader, maxHeaderLength } from '@twofold/contract'

/** Where the money goes: a fund, a designation, or a campaign. */
export const designationHeader = /\b(funds?|designations?|campaign|appeal|program|purpose|project|allocation)\b/

export const unsafeNames: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

/** A blank header gets its position, and a repeated one a counter. */
export function normalizeHeaders(headers: readonly string[]): string[] {
  const usedNames = new Set<string>()
  return headers.map((header, at) => {
    const plain = keyOfHeader(header) || `column_${at + 1}`
    const base = unsafeNames.has(plain) ? `${plain}_column` : plain
    let name = base
    for (let count = 2; usedNames.has(name); count++) name = `${base}_${count}`
    usedNames.add(name)
    return name
  })
}

/** Splits compounds such as `donationdate`. */
const vocabulary = [
  ...'transaction donation donor gift contribution payment address account constituent supporter customer employer company'.split(
    ' ',
  ),
  ...'organization campaign primary preferred number amount status date name first last full email mail phone street city'.split(
    ' ',
  ),
  ...'state province postal country zip code type total gross net fee fees created received home mobile mailing billing'.split(
    ' ',
  ),
  ...'line business contact mode method id time currency matching match work place received close paid order receipt'.split(
    ' ',
  ),
].sort((a, b) => b.length - a.length)

/** `PrimaryEmailAddress` → `primary email address`, without brackets. */
export function headerWords(header: string): string {
  return header
    .slice(0, maxHeaderLength)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/['’‘`´]/g, '')
    .replace(/\((cont|contd|continued)\.?\)/gi, ' continued ')
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ')
    .replace(/#/g, ' number ')
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .flatMap(splitCompound)
    .join(' ')
    .replace(/\b(donor|supporter|constituent|contributor|customer|member|employer|transaction)s\b/g, '$1')
    .replace(/\b(\w+) \1\b/g, '$1')
    .replace(/\blineitem\b/g, 'line item')
    .replace(/\baddrline\b/g, 'address line')
    .replace(/\be mail\b/g, 'email')
    .replace(/\bzipcode\b/g, 'zip code')
    .replace(/\baddr\b/g, 'address')
    .replace(/\b(amt|amnt)\b/g, 'amount')
    .replace(/\b(no|num|nbr|nr)\b/g, 'number')
    .replace(/\b(trans|txn|trx|tran)\b/g, 'transaction')
    .replace(/\borganisation\b/g, 'organization')
    .replace(/^gf\b/, 'gift')
}

function splitCompound(word: string): string[] {
  if (word.length < 6 || vocabulary.includes(word)) return [word]
  const parts: string[] = []
  let rest = word
  while (rest) {
    const part = vocabulary.find((known) => rest.startsWith(known))
    if (!part) return [word]
    parts.push(part)
    rest = rest.slice(part.length)
  }
  return parts
}
