import { Reader } from '../reader.ts'
import { type Facts, listPath } from '../scenario.ts'
import { type Waited, waited } from '../waited.ts'

/** The smallest organization's first page, at rest and while the largest is asked its worst filters. */

export const connections = 20
const smallCalls = 40

export type NeighboursRun = { readonly rest: Waited; readonly beside: Waited; readonly worstCalls: number }

/** The slowest filters of all that were tried. */
const worst = (facts: Facts): readonly string[] => [
  listPath(facts, { 'filters[donorNameEmail]': 'a' }),
  listPath(facts, { 'filters[companyName]': 'a', 'filters[donorNameEmail]': 'e' }),
  listPath(facts, { page: 19_000, per_page: 50, sort_field: 'amount' }),
  listPath(facts, { 'filters[companyName]': facts.company.name, 'filters[donorNameEmail]': 'rosa' }),
]

/** `small` is an organization with some gifts that the caller may see as well. */
export async function besideTheLargest(
  { address, token }: { readonly address: string; readonly token: string },
  facts: Facts,
  small: number,
): Promise<NeighboursRun> {
  const reader = new Reader(address, token)
  const call = async (path: string): Promise<number> => {
    const begun = performance.now()
    await reader.read(path)
    return performance.now() - begun
  }
  const firstPages = async (): Promise<number[]> => {
    const taken: number[] = []
    for (let n = 0; n < smallCalls; n++)
      taken.push(await call(listPath({ ...facts, organizationId: small }, { page: 1 })))
    return taken
  }
  await firstPages()
  const rest = waited(await firstPages())
  let isOver = false
  let worstCalls = 0
  const paths = worst(facts)
  const press = async (place: number): Promise<void> => {
    for (let n = place; !isOver; n++) {
      await call(paths[n % paths.length] ?? '')
      worstCalls++
    }
  }
  const pressing = Promise.all(Array.from({ length: connections }, (_, place) => press(place)))
  const beside = waited(await firstPages())
  isOver = true
  await pressing
  return { rest, beside, worstCalls }
}
