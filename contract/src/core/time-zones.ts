/** Zones by state or province. A state with several is listed under the zone of most of its people. */

const zones = {
  US: {
    'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
    'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
    'America/Denver': 'CO ID MT NM UT WY',
    'America/Phoenix': 'AZ',
    'America/Los_Angeles': 'CA NV OR WA',
    'America/Anchorage': 'AK',
    'Pacific/Honolulu': 'HI',
    'America/Puerto_Rico': 'PR VI',
    'Pacific/Guam': 'GU MP',
    'Pacific/Pago_Pago': 'AS',
  },
  CA: {
    'America/St_Johns': 'NL',
    'America/Halifax': 'NB NS PE',
    'America/Toronto': 'ON QC NU',
    'America/Winnipeg': 'MB',
    'America/Regina': 'SK',
    'America/Edmonton': 'AB NT',
    'America/Vancouver': 'BC',
    'America/Whitehorse': 'YT',
  },
} as const

export const timeZones: readonly string[] = Object.values(zones).flatMap((ofCountry) => Object.keys(ofCountry))

/** Returns the time zone of most people in a state or province; null if it is unknown. */
export function findTimeZone(country: 'US' | 'CA', state: string): string | null {
  const found = Object.entries(zones[country]).find(([, states]) => states.split(' ').includes(state))
  return found?.[0] ?? null
}

/** Returns the likely time zone of an address, of which only the country may be known. */
export const likelyTimeZone = (country: 'US' | 'CA', state: string): string =>
  findTimeZone(country, state) ?? (country === 'CA' ? 'America/Toronto' : 'America/New_York')
