import { organizations } from '@twofold/contract'

type Asked = Pick<organizations.Organization, 'complete' | 'parent_complete' | 'rule_deactivated' | 'cancelled_at'>

/** Why nothing comes of an organization's gifts that one would otherwise see in each of them; null: nothing keeps them all. */
export function whyUnchecked(organization: Asked): string | null {
  if (organizations.isClosed(organization)) return closedWords
  return organization.complete || organization.parent_complete
    ? null
    : 'Gifts are checked for matches once the setup of their organization is finished.'
}

const closedWords = 'Gifts aren’t checked for matches while this organization is closed.'

/** Why gifts wait that nobody has looked at, and until when. */
export function waitingWords(organization: Asked): string {
  if (organizations.isClosed(organization)) return closedWords
  const then = 'How much could be matched, and where each match stands, is shown here from then on.'
  return organization.complete || organization.parent_complete
    ? `Being checked for matches now. ${then}`
    : `Not checked for matches yet: that happens once setup is finished. ${then}`
}
