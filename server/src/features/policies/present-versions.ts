import type { policies } from '@twofold/contract'
import { type PolicyVersion, presentSource, wordsOfPolicy } from '../companies/index.ts'

type Shown = policies.OrganizationCompany['versions'][number]

/** What each version says otherwise than the one before, in words. Versions come with the latest first. */
export function presentVersions(versions: readonly PolicyVersion[]): Shown[] {
  return versions.map((version, index) => {
    const now = wordsOf(version)
    const former = versions[index + 1]
    const before = former ? wordsOf(former) : new Map<string, string>()
    const terms = [...new Set([...before.keys(), ...now.keys()])]
    const { source } = presentSource(version.policy.sourceUrl, version.policy.asOf)
    return {
      version: version.version,
      learned_at: version.learnedAt,
      by: version.by,
      source: source?.title ?? version.policy.sourceUrl,
      changes: terms.flatMap((term) => {
        const [from, to] = [before.get(term) ?? '', now.get(term) ?? '']
        return from === to ? [] : [{ term, from, to }]
      }),
    }
  })
}

const wordsOf = ({ policy, verification, volunteerGrant }: PolicyVersion): Map<string, string> =>
  new Map(
    wordsOfPolicy(policy, { verification, volunteer_grant: volunteerGrant }).map(([, term, words]) => [term, words]),
  )
