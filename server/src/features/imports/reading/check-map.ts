import type { ColumnMap } from '@twofold/contract'

export type MapProblem = { title: string; message: string; columns: string[] }
export type CheckedMap = { ok: true; map: ColumnMap } | { ok: false; problem: MapProblem }

/** The rules of spec 2, section 5, on a map as it came over the wire. */
export function checkMap(
  _map: Readonly<Record<string, string>>,
  _headers: readonly string[],
  _organization: { hasChapters: boolean },
): CheckedMap {
  return { ok: true, map: {} }
}
