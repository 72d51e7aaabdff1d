import type { StatusId } from '@twofold/matching'
import type { Actor, RequestedMove } from '../matches/index.ts'
import type { Chance } from './chance.ts'

type Chapter = readonly [days: number, action: RequestedMove, by: Actor['kind']]

/** What may become of a match, in the order in which it does. */
export const stories = {
  portalPaid: [
    [3, 'open_instructions', 'donor'],
    [9, 'submit', 'donor'],
    [75, 'complete', 'user'],
  ],
  portalSubmitted: [
    [2, 'open_instructions', 'donor'],
    [12, 'submit', 'donor'],
  ],
  portalRefused: [
    [5, 'open_instructions', 'donor'],
    [14, 'submit', 'donor'],
    [80, 'refuse', 'user'],
  ],
  portalEngaged: [[4, 'open_instructions', 'donor']],
  portalEngagedLost: [
    [6, 'open_instructions', 'donor'],
    [95, 'expire', 'system'],
  ],
  paperPaid: [
    [8, 'submit', 'donor'],
    [70, 'complete', 'user'],
  ],
  paperSubmitted: [[11, 'submit', 'donor']],
  formToVerify: [
    [2, 'open_signing', 'donor'],
    [3, 'sign', 'donor'],
  ],
  formVerified: [
    [2, 'open_signing', 'donor'],
    [4, 'sign', 'donor'],
    [12, 'submit', 'user'],
  ],
  formPaid: [
    [1, 'open_signing', 'donor'],
    [2, 'sign', 'donor'],
    [10, 'submit', 'user'],
    [64, 'complete', 'user'],
  ],
  formOpened: [[3, 'open_signing', 'donor']],
  declined: [[4, 'decline', 'donor']],
  cancelled: [[20, 'cancel', 'user']],
  noCharge: [[22, 'no_charge', 'user']],
  refunded: [[25, 'refund', 'user']],
  silent: [[62, 'expire', 'system']],
  waiting: [],
  agreed: [[3, 'consent', 'donor']],
  refusedConsent: [[2, 'decline', 'donor']],
  released: [[40, 'release', 'user']],
} as const satisfies Record<string, readonly Chapter[]>

type Story = keyof typeof stories

const common = [
  [4, 'declined'],
  [1, 'cancelled'],
  [1, 'noCharge'],
  [1, 'refunded'],
  [28, 'silent'],
  [6, 'waiting'],
] as const
const portalStories = [
  ...common,
  [26, 'portalPaid'],
  [10, 'portalSubmitted'],
  [3, 'portalRefused'],
  [7, 'portalEngaged'],
  [9, 'portalEngagedLost'],
] as const
const byStatus: Partial<Record<StatusId, readonly (readonly [number, Story])[]>> = {
  7: portalStories,
  8: portalStories,
  6: [...common, [28, 'paperPaid'], [14, 'paperSubmitted']],
  25: [...common, [10, 'formToVerify'], [16, 'formVerified'], [20, 'formPaid'], [8, 'formOpened']],
  24: [
    [50, 'agreed'],
    [12, 'refusedConsent'],
    [38, 'waiting'],
  ],
  22: [
    [35, 'released'],
    [65, 'waiting'],
  ],
}

export function storiesOf(
  chance: Chance,
  rows: readonly { id: number; status_id: StatusId; inert: boolean }[],
): Map<Story, number[]> {
  const told = new Map<Story, number[]>()
  for (const { id, status_id, inert } of rows) {
    const choices = byStatus[status_id]
    if (!choices || inert) continue
    const story = chance.weighted(choices)
    told.set(story, [...(told.get(story) ?? []), id])
  }
  return told
}
