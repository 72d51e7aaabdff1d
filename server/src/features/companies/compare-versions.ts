import type { Currency } from '@twofold/matching'
import type { PolicyVersion } from './companies.queries.ts'
import { wordsOfPolicy } from './facts-of-policy.ts'

export type PolicyDifference = { readonly term: string; readonly from: string; readonly to: string }

/** What a version says otherwise than another, in words; all that it says where there was none. */
export function compareVersions(
  before: PolicyVersion | undefined,
  now: PolicyVersion | undefined,
  beside?: Currency,
): PolicyDifference[] {
  const [former, latter] = [wordsOf(before, beside), wordsOf(now, beside)]
  return [...new Set([...former.keys(), ...latter.keys()])].flatMap((term) => {
    const [from, to] = [former.get(term) ?? '', latter.get(term) ?? '']
    return from === to ? [] : [{ term, from, to }]
  })
}

const wordsOf = (version: PolicyVersion | undefined, beside?: Currency): Map<string, string> =>
  new Map(
    version
      ? wordsOfPolicy(
          version.policy,
          { verification: version.verification, volunteer_grant: version.volunteerGrant },
          beside,
        ).map(([, term, words]) => [term, words])
      : [],
  )
