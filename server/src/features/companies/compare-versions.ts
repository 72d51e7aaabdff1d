import type { PolicyVersion } from './companies.queries.ts'
import { wordsOfPolicy } from './facts-of-policy.ts'

export type PolicyDifference = { readonly term: string; readonly from: string; readonly to: string }

/** What a version says otherwise than another, in words; all that it says where there was none. */
export function compareVersions(before: PolicyVersion | undefined, now: PolicyVersion | undefined): PolicyDifference[] {
  const [former, latter] = [wordsOf(before), wordsOf(now)]
  return [...new Set([...former.keys(), ...latter.keys()])].flatMap((term) => {
    const [from, to] = [former.get(term) ?? '', latter.get(term) ?? '']
    return from === to ? [] : [{ term, from, to }]
  })
}

const wordsOf = (version: PolicyVersion | undefined): Map<string, string> =>
  new Map(
    version
      ? wordsOfPolicy(version.policy, {
          verification: version.verification,
          volunteer_grant: version.volunteerGrant,
        }).map(([, term, words]) => [term, words])
      : [],
  )
