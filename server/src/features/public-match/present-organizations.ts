import type { publicMatch } from '@twofold/contract'
import { logoAddress } from '../organizations/index.ts'
import type { OpenOrganization } from './public-match.queries.ts'

/** What anybody may see. What was written of an organization is shown once its setup is complete: anybody can register. */
export const presentOrganizations = (found: readonly OpenOrganization[]): publicMatch.PublicOrganization[] =>
  found.map(({ id, name, city, state, mission, url, file_logo, currency, complete }) => ({
    id,
    name,
    city,
    state,
    mission: complete ? mission : '',
    url: complete ? url : '',
    file_logo: complete && file_logo ? logoAddress(id, file_logo) : null,
    currency,
  }))
