import { auth, matchRequests } from '@twofold/contract'
import { call } from '../api/call.ts'
import { type Language, spoken } from './texts/index.ts'

export type Opened = { readonly key: string; readonly request: matchRequests.MatchRequest }

const keptUnder = (token: string) => `match-request ${token}`

/** Uses the link up; when this tab is loaded again, the key that it gave still opens the request for its hour. */
export async function openRequest(token: string, language: Language): Promise<Opened> {
  const headers = spoken(language)
  const kept = sessionStorage.getItem(keptUnder(token))
  const key = kept ?? (await call(auth.redeemDonorLink, { body: { token }, headers })).key
  sessionStorage.setItem(keptUnder(token), key)
  return { key, request: await call(matchRequests.readMatchRequest, { body: { key }, headers }) }
}
