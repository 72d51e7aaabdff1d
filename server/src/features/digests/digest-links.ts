import type { Platform } from '../../platform/platform.ts'

/** The digest that a link came in. */
export type DigestReference = { readonly organizationId: number; readonly digestId: number }

/** Signed for as long as the mail is kept: somebody may unsubscribe by last year's. */
const tokenOf = ({ secrets }: Pick<Platform, 'secrets'>, { organizationId, digestId }: DigestReference): string =>
  secrets.sign('unsubscribe', ['g', organizationId.toString(36), digestId.toString(36)].join('-'))

/** Null for a token that was not made here for a digest. */
export function readDigestToken({ secrets }: Pick<Platform, 'secrets'>, token: string): DigestReference | null {
  const [kind, organization = '', digest = ''] = secrets.verify('unsubscribe', token)?.split('-') ?? []
  const reference = { organizationId: Number.parseInt(organization, 36), digestId: Number.parseInt(digest, 36) }
  const isWhole = Number.isSafeInteger(reference.organizationId) && Number.isSafeInteger(reference.digestId)
  return kind === 'g' && isWhole ? reference : null
}

export const digestPages = '/m/g'

export function digestLinksOf(platform: Pick<Platform, 'secrets' | 'publicUrl'>, digest: DigestReference) {
  return {
    publicUrl: platform.publicUrl(),
    unsubscribe: `${platform.publicUrl()}${digestPages}/${tokenOf(platform, digest)}`,
  }
}
