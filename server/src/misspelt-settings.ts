/** Other programs set these: login shells, npm, job schedulers. */
const foreignNames: readonly string[] = ['MAIL', 'NODE', 'HOSTS', 'PORTS', 'PORT0', 'PORT1', 'SECRETS', 'LOGLEVEL']

/** Ignores empty variables. */
export function misspeltNames(env: Readonly<Record<string, string | undefined>>, known: readonly string[]): string[] {
  return Object.entries(env).flatMap(([name, value]) => {
    if (!value?.trim() || known.includes(name) || foreignNames.includes(name.toUpperCase())) return []
    const nearest = findNearest(name.toUpperCase(), known)
    return nearest ? [`${name} is not a setting. Did you mean ${nearest}?`] : []
  })
}

function findNearest(name: string, known: readonly string[]): string | undefined {
  const near = known
    .map((setting) => ({ setting, distance: distanceBetween(name, setting) }))
    .filter(({ setting, distance }) => distance <= allowedDistance(name, setting))
    .sort((a, b) => a.distance - b.distance)
  return near[0]?.setting
}

/** Two errors in long names with the same first letter; HTTP_URL is not SMTP_URL. */
const allowedDistance = (name: string, setting: string): number =>
  setting.length >= 8 && name[0] === setting[0] ? 2 : 1

/** Optimal string alignment: an insertion, deletion, replacement, or swap of neighbors counts as one. */
function distanceBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      const swapped = isSwap ? at(i - 2, j - 2) + 1 : replaced
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped))
    }
  }
  return at(a.length, b.length)
}
