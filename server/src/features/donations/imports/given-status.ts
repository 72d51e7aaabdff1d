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

/** Makes an external match without evaluation. Null without a status; `unknown` for an unrecognized one. */
export function givenStatus(statusId: string, status: string): StatusId | null | 'unknown' {
  if (statusId) {
    const id = Number(statusId)
    return isStatusId(id) ? id : 'unknown'
  }
  if (!status) return null
  const id = Number(status)
  return byWords.get(key(status)) ?? (isStatusId(id) ? id : 'unknown')
}
