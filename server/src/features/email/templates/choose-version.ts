import type { Db } from '../../../platform/database/database.ts'
import {
  type CustomTexts,
  findAssignedVersion,
  type LiveVersion,
  listLiveVersions,
  nextRotation,
} from './templates.queries.ts'

/** `organizationId` is null for the Default and for the organization's own version. */
export type ChosenVersion = {
  readonly version: string
  readonly organizationId: number | null
  readonly words: CustomTexts
}

export const theDefault: ChosenVersion = { version: 'default', organizationId: null, words: {} }

type Mail = {
  readonly organizationId: number
  readonly id: number
  readonly donationId: number
  readonly templateId: number
  /** False: the donor's language differs from the versions'. */
  readonly isReadable: boolean
}

/**
 * The Default and live versions alternate. A match keeps its version until its last reminder, so that statistics are
 * comparable. A version turned off becomes the Default. Crosses organizations.
 */
export async function chooseVersion(db: Db, mail: Mail): Promise<ChosenVersion> {
  const live = mail.isReadable ? await listLiveVersions(db, mail.organizationId, mail.templateId) : []
  return live.length > 0 ? assignVersion(db, mail, live) : theDefault
}

async function assignVersion(db: Db, mail: Mail, live: readonly LiveVersion[]): Promise<ChosenVersion> {
  const choices = [
    theDefault,
    ...live.map(({ ofOrganization, name, words }) => ({
      version: name,
      organizationId: ofOrganization === mail.organizationId ? null : ofOrganization,
      words,
    })),
  ]
  const assigned = await findAssignedVersion(db, mail)
  if (assigned) {
    const assignedChoice = choices.find(
      ({ version, organizationId }) => version === assigned.version && organizationId === assigned.of_organization,
    )
    return assignedChoice ?? theDefault
  }
  const rotation = await nextRotation(db, mail.organizationId, mail.templateId)
  return choices[rotation % choices.length] ?? theDefault
}
