import type { Db } from '../../platform/database/database.ts'
import { deal, findDealtVersion, type LiveVersion, listLiveVersions, type OwnWords } from './templates.queries.ts'

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
 * The versions that mails go out with, in the order of the mails: the Default and the live ones are dealt out in turn, and stay with a
 * match until its last reminder, so that their figures compare. A version that was turned off meanwhile is the Default. Crosses organizations.
 */
export async function chooseVersions(db: Db, mails: readonly Mail[]): Promise<ChosenVersion[]> {
  const live = Map.groupBy(
    await listLiveVersions(
      db,
      mails.filter(({ isReadable }) => isReadable),
    ),
    ofTemplate,
  )
  const chosen = new Map<Mail, ChosenVersion>()
  // Always in the same order: of two that deal at once, one waits for the other.
  const inOrder = mails.toSorted((a, b) => a.organizationId - b.organizationId || a.templateId - b.templateId)
  for (const mail of inOrder) {
    const versions = mail.isReadable ? live.get(ofTemplate(mail)) : undefined
    if (versions) chosen.set(mail, await chooseAmong(db, mail, versions))
  }
  return mails.map((mail) => chosen.get(mail) ?? theDefault)
}

const ofTemplate = (of: Pick<Mail, 'organizationId' | 'templateId'>): string => `${of.organizationId} ${of.templateId}`

async function chooseAmong(db: Db, mail: Mail, live: readonly LiveVersion[]): Promise<ChosenVersion> {
  const choices = [
    theDefault,
    ...live.map(({ ofOrganization, name, words }) => ({
      version: name,
      organizationId: ofOrganization === mail.organizationId ? null : ofOrganization,
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
