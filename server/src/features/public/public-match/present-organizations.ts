import type { publicMatch } from '@twofold/contract'
import { dayAt } from '@twofold/matching'
import { logoAddress } from '../../core/organizations/index.ts'
import type { OpenOrganization } from './public-match.queries.ts'

/** Own texts are shown only after the setup, because anyone can register. */
export const presentOrganizations = (found: readonly OpenOrganization[], now: Date): publicMatch.PublicOrganization[] =>
  found.map(({ id, name, city, state, mission, url, file_logo, currency, time_zone, complete }) => ({
    id,
    name,
    city,
    state,
    mission: complete ? mission : '',
    url: complete ? url : '',
    file_logo: complete && file_logo ? logoAddress(id, file_logo) : null,
    currency,
    today: dayAt(now, time_zone) ?? now.toISOString().slice(0, 10),
  }))
