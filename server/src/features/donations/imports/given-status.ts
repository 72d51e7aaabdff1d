import { isStatusId, type StatusId, statuses } from '@twofold/matching'

const statusKey = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const statusIdByKey = new Map<string, StatusId>(
  statuses.flatMap(({ id, name, label }): [string, StatusId][] => [
    [statusKey(name), id],
    [statusKey(label), id],
  ]),
)

/** Makes an external match without evaluation. Null without a status; `unknown` for an unrecognized one. */
export function statusOfFile(statusId: string, status: string): StatusId | null | 'unknown' {
  if (statusId) {
    const id = Number(statusId)
    return isStatusId(id) ? id : 'unknown'
  }
  if (!status) return null
  const id = Number(status)
  return statusIdByKey.get(statusKey(status)) ?? (isStatusId(id) ? id : 'unknown')
}
