import type { Db } from '../../platform/database/database.ts'
import { deal, findDealtVersion, listLiveVersions, type OwnWords } from './templates.queries.ts'

/** What a mail is written with. `organizationId` is null for the Default and for a version of the organization itself. */
export type ChosenVersion = {
  readonly version: string
  readonly organizationId: number | null
  readonly words: OwnWords
}

const theDefault: ChosenVersion = { version: 'default', organizationId: null, words: {} }

type Mail = {
  readonly organizationId: number
  readonly id: number
  readonly donationId: number
  readonly templateId: number
  /** False: the donor reads another language than the one that versions are written in. */
  readonly isReadable: boolean
}

/**
 * The version that a mail goes out with: the Default and the live ones are dealt out in turn, and stay with a match until its
 * last reminder, so that their figures compare. A version that was turned off meanwhile is the Default. Crosses organizations.
 */
export async function chooseVersion(db: Db, mail: Mail): Promise<ChosenVersion> {
  if (!mail.isReadable) return theDefault
  const live = await listLiveVersions(db, mail.organizationId, mail.templateId)
  if (live.length === 0) return theDefault
  const choices = [
    theDefault,
    ...live.map(({ organization_id, name, words }) => ({
      version: name,
      organizationId: organization_id === mail.organizationId ? null : organization_id,
      words,
    })),
  ]
  const dealt = await findDealtVersion(db, mail)
  if (dealt) {
    const same = choices.find(
      ({ version, organizationId }) => version === dealt.version && organizationId === dealt.of_organization,
    )
    return same ?? theDefault
  }
  const turn = await deal(db, mail.organizationId, mail.templateId)
  return choices[turn % choices.length] ?? theDefault
}
