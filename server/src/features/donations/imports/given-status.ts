import { isStatusId, type StatusId, statuses } from '@twofold/matching'

const key = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const byWords = new Map<string, StatusId>(
  statuses.flatMap(({ id, name, label }): [string, StatusId][] => [
    [key(name), id],
    [key(label), id],
  ]),
)

/**
 * The status that a row gives its gift: an external match, which is never evaluated. Null where the row gives none, `unknown`
 * where its words are no status of ours.
 */
export function givenStatus(statusId: string, status: string): StatusId | null | 'unknown' {
  if (statusId) {
    const id = Number(statusId)
    return isStatusId(id) ? id : 'unknown'
  }
  if (!status) return null
  const id = Number(status)
  return byWords.get(key(status)) ?? (isStatusId(id) ? id : 'unknown')
}
