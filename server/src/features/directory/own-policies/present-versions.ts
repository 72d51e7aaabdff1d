import type { policies } from '@twofold/contract'
import type { Currency } from '@twofold/matching'
import { compareVersions, type PolicyVersion, presentSource } from '../../companies/index.ts'

type Shown = policies.OrganizationCompany['versions'][number]

/** What each version says otherwise than the one before, in words. Versions come with the latest first. */
export function presentVersions(versions: readonly PolicyVersion[], beside: Currency): Shown[] {
  return versions.map((version, index) => {
    const { source } = presentSource(version.policy.sourceUrl, version.policy.asOf)
    return {
      version: version.version,
      learned_at: version.learnedAt,
      by: version.by,
      source: source?.title ?? version.policy.sourceUrl,
      changes: compareVersions(versions[index + 1], version, beside),
    }
  })
}
