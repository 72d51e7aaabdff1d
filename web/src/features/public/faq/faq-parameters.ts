import { linkTo, screens } from '@twofold/contract'

export type FaqReader = {
  /** Null for gifts made directly to the nonprofit. */
  readonly partner: 'vr' | 'apex' | null
  readonly process: 'portal' | 'esign' | 'manual' | 'direct' | null
  readonly company: string | null
  /** Requires both the match id and the donor's email address. */
  readonly correction: { readonly matchId: string; readonly email: string; readonly path: string } | null
}

// The first parameter present wins. A paper form uses the e-sign text; `contact` is a manual email.
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
