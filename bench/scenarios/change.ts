import type { Facts, Scenario } from '../scenario.ts'

// Those that are given another amount may be where nothing can be pressed, and where one server has pressed, the other's press would do
// nothing: each has gifts of its own. There are so many of them that each change finds a gift that was not changed before, on either
// server: a row that was, and its pages in every index, are at hand, which is a quarter of the work.
const parts = ['amounts', 'presses', 'presses of the minimal server'] as const
type Part = (typeof parts)[number]

const partsOf = new WeakMap<Facts, Record<Part, readonly number[]>>()
function partOf(facts: Facts, part: Part): readonly number[] {
  const known = partsOf.get(facts)
  if (known) return known[part]
  const of = (wanted: number) => facts.changedIds.filter((_, place) => place % parts.length === wanted)
  const made = { amounts: of(0), presses: of(1), 'presses of the minimal server': of(2) }
  partsOf.set(facts, made)
  return made[part]
}

/** One gift is given another amount: the rules judge it again, and history, summary and the way back are written. */
export const change: Scenario = {
  name: 'change of a match',
  paths: (facts) => partOf(facts, 'amounts').map((id) => `/api/donation/${id}`),
  sends: () => ({ method: 'PUT', body: () => ({ amount: 20 + Math.floor(Math.random() * 2_000) / 10 }) }),
  minimal: async (ask, facts, place) => {
    const { rows } = await ask(
      `WITH changed AS (UPDATE donations SET amount_cents = 2000 + (amount_cents + 100) % 20000, version = version + 1
         WHERE organization_id = $1 AND id = $2 RETURNING organization_id, id, status_id, version)
       INSERT INTO donation_events (organization_id, donation_id, action, from_status_id, to_status_id, reason_code, changes, why,
         at, actor, version)
       SELECT organization_id, id, 'edit', status_id, status_id, '', '[]', '', now(), 'user', version FROM changed
       RETURNING donation_id`,
      [facts.organizationId, partOf(facts, 'amounts')[place]],
    )
    return rows
  },
}

/** How many went to a server: which button comes next follows from what was pressed before. */
const presses = new WeakMap<Facts, number>()

/** The gift whose turn it is; once all had theirs, they go back, one after the other. */
function nextPress(facts: Facts, part: Part): { readonly id: number; readonly isBack: boolean } {
  const ids = partOf(facts, part)
  const press = presses.get(facts) ?? 0
  presses.set(facts, press + 1)
  return { id: ids[press % ids.length] ?? 0, isBack: Math.floor(press / ids.length) % 2 === 1 }
}

/** A press of "No Charge", and of "Restore" where it was pressed: status, history and the way back, no rule is asked. */
export const changeOfStatus: Scenario = {
  name: 'change of status',
  paths: () => ['/api/donation/confirm'],
  sends: (facts) => {
    return {
      method: 'POST',
      body: () => {
        const { id, isBack } = nextPress(facts, 'presses')
        return { donation_ids: [id], status: isBack ? 'restored' : 'no-charge' }
      },
    }
  },
  minimal: async (ask, facts) => {
    const { id } = nextPress(facts, 'presses of the minimal server')
    const { rows } = await ask(
      `WITH changed AS (UPDATE donations SET status_id = CASE status_id WHEN 13 THEN coalesce(previous_status_id, 4) ELSE 13 END,
           previous_status_id = status_id, status_changed_at = now(), version = version + 1
         WHERE organization_id = $1 AND id = $2 RETURNING organization_id, id, status_id, previous_status_id, version)
       INSERT INTO donation_events (organization_id, donation_id, action, from_status_id, to_status_id, reason_code, changes, why,
         at, actor, version)
       SELECT organization_id, id, 'no_charge', previous_status_id, status_id, '', '[]', '', now(), 'user', version FROM changed
       RETURNING donation_id`,
      [facts.organizationId, id],
    )
    return rows
  },
}
