import type { StatusId } from '@twofold/matching'
import type { Actor, RequestedMove } from '../../matches/matches/index.ts'
import type { Random } from './random.ts'

type ScenarioStep = { readonly days: number; readonly action: RequestedMove; readonly by: Actor['kind'] }

const createStep =
  (kind: Actor['kind']) =>
  (days: number, action: RequestedMove): ScenarioStep => ({ days, action, by: kind })
const donor = createStep('donor')
const user = createStep('user')
const system = createStep('system')

export const scenarios = {
  portalPaid: [donor(3, 'open_instructions'), donor(9, 'submit'), user(75, 'complete')],
  portalSubmitted: [donor(2, 'open_instructions'), donor(12, 'submit')],
  portalRefused: [donor(5, 'open_instructions'), donor(14, 'submit'), user(80, 'refuse')],
  portalEngaged: [donor(4, 'open_instructions')],
  portalEngagedLost: [donor(6, 'open_instructions'), system(95, 'expire')],
  paperPaid: [donor(8, 'submit'), user(70, 'complete')],
  paperSubmitted: [donor(11, 'submit')],
  formToVerify: [donor(2, 'open_signing'), donor(3, 'sign')],
  formVerified: [donor(2, 'open_signing'), donor(4, 'sign'), user(12, 'submit')],
  formPaid: [donor(1, 'open_signing'), donor(2, 'sign'), user(10, 'submit'), user(64, 'complete')],
  formOpened: [donor(3, 'open_signing')],
  declined: [donor(4, 'decline')],
  cancelled: [user(20, 'cancel')],
  noCharge: [user(22, 'no_charge')],
  refunded: [user(25, 'refund')],
  silent: [system(62, 'expire')],
  waiting: [],
  agreed: [donor(3, 'consent')],
  refusedConsent: [donor(2, 'decline')],
  released: [user(40, 'release')],
} satisfies Record<string, readonly ScenarioStep[]>

type Scenario = keyof typeof scenarios
type ScenarioWeights = Readonly<Partial<Record<Scenario, number>>>

const commonWeights: ScenarioWeights = { declined: 4, cancelled: 1, noCharge: 1, refunded: 1, silent: 28, waiting: 6 }
const portalWeights: ScenarioWeights = {
  ...commonWeights,
  portalPaid: 26,
  portalSubmitted: 10,
  portalRefused: 3,
  portalEngaged: 7,
  portalEngagedLost: 9,
}
const weightsByStatus: Partial<Record<StatusId, ScenarioWeights>> = {
  7: portalWeights,
  8: portalWeights,
  6: { ...commonWeights, paperPaid: 28, paperSubmitted: 14 },
  25: { ...commonWeights, formToVerify: 10, formVerified: 16, formPaid: 20, formOpened: 8 },
  24: { agreed: 50, refusedConsent: 12, waiting: 38 },
  22: { released: 35, waiting: 65 },
}

export function assignScenarios(
  random: Random,
  rows: readonly { id: number; status_id: StatusId; inert: boolean }[],
): Map<Scenario, number[]> {
  const idsByScenario = new Map<Scenario, number[]>()
  for (const { id, status_id, inert } of rows) {
    const choices = weightsByStatus[status_id]
    if (!choices || inert) continue
    const scenario = random.weighted(choices)
    idsByScenario.set(scenario, [...(idsByScenario.get(scenario) ?? []), id])
  }
  return idsByScenario
}
