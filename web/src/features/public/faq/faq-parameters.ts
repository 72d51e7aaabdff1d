import { linkTo, screens } from '@twofold/contract'

/** What the address of a mail says about the reader: their partner, how their employer takes requests, their match. */
export type FaqReader = {
  /** The kind of partner that the gift came through; null for gifts made to the nonprofit itself. */
  readonly partner: 'vr' | 'apex' | null
  readonly process: 'portal' | 'esign' | 'manual' | 'direct' | null
  /** The employer. */
  readonly company: string | null
  /** Where a wrong match request is corrected; only with both the match and the donor's address. */
  readonly correction: { readonly matchId: string; readonly email: string; readonly path: string } | null
}

// The first that is present counts. A paper form is signed like one on the screen; `contact` is a mail by hand.
const processes = [
  ['portal', 'portal'],
  ['esign', 'esign'],
  ['paper', 'esign'],
  ['contact', 'manual'],
  ['direct', 'direct'],
] as const

const longestCompany = 100

export function readFaqParameters(search: URLSearchParams): FaqReader {
  const company = (search.get('cn') ?? '')
    .replaceAll(/\p{C}+/gu, ' ')
    .trim()
    .slice(0, longestCompany)
  return {
    partner: search.has('vr') ? 'vr' : search.has('apex') ? 'apex' : null,
    process: processes.find(([name]) => search.has(name))?.[1] ?? null,
    company: company || null,
    correction: correctionOf(search.get('di') ?? '', search.get('de') ?? ''),
  }
}

function correctionOf(matchId: string, address: string): FaqReader['correction'] {
  const email = address.trim()
  if (!/^\d{1,15}$/.test(matchId) || !/^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}$/.test(email)) return null
  return { matchId, email, path: linkTo(screens.donorMatch, { matchId, email }) }
}
