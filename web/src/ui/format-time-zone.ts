/** Returns "Eastern Time (New York)" for "America/New_York". */
export function formatTimeZone(timeZone: string): string {
  const city = timeZone.slice(timeZone.lastIndexOf('/') + 1).replaceAll('_', ' ')
  const name = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')
  return name ? `${name.value} (${city})` : city
}
