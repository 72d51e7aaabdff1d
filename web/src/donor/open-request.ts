import { auth, matchRequests } from '@twofold/contract'
import { call } from '../api/client.ts'
import { type Language, languageHeader } from './texts/index.ts'

export type OpenedRequest = { readonly key: string; readonly request: matchRequests.MatchRequest }

const storageKey = (token: string) => `match-request ${token}`

/** After a reload of this tab, the returned key reopens the request for one hour. */
export async function openRequest(token: string, language: Language): Promise<OpenedRequest> {
  const headers = languageHeader(language)
  const storedKey = sessionStorage.getItem(storageKey(token))
  const key = storedKey ?? (await call(auth.redeemDonorLink, { body: { token }, headers })).key
  sessionStorage.setItem(storageKey(token), key)
  return { key, request: await call(matchRequests.readMatchRequest, { body: { key }, headers }) }
}
