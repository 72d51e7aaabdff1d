// The zone of most residents of a state or province; others can change it in the profile.
const zones: Readonly<Record<string, string>> = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
}
const canadianZones: Readonly<Record<string, string>> = {
  'America/Toronto': 'ON QC NU',
  'America/Vancouver': 'BC YT',
  'America/Edmonton': 'AB NT',
  'America/Regina': 'SK',
  'America/Winnipeg': 'MB',
  'America/Halifax': 'NB NS PE',
  'America/St_Johns': 'NL',
}

/** Returns the likely time zone for an address. */
export function likelyTimeZone(country: 'US' | 'CA', state: string): string {
  const found = Object.entries(country === 'CA' ? canadianZones : zones).find(([, states]) =>
    states.split(' ').includes(state),
  )
  return found?.[0] ?? (country === 'CA' ? 'America/Toronto' : 'America/New_York')
}
