import { findStatus, isStatusId, type StatusId, type WhoActs } from './statuses.ts'

export const actingGroupIds = ['donor', 'you', 'employer', 'twofold', 'done'] as const
export type ActingGroup = (typeof actingGroupIds)[number]

export const actingGroupLabels: Readonly<Record<ActingGroup, string>> = {
  donor: 'Donor',
  you: 'You',
  employer: 'Employer',
  twofold: 'Twofold',
  done: 'Done',
}

const groupsByActor: Readonly<Record<WhoActs, ActingGroup>> = {
  donor: 'donor',
  nonprofit: 'you',
  employer: 'employer',
  'super user': 'twofold',
  directory: 'twofold',
  nobody: 'done',
  internal: 'done',
}

/** Returns the group; an unknown status number is done. */
export const actingGroupOf = (statusId: number): ActingGroup => groupsByActor[findStatus(statusId)?.whoActs ?? 'nobody']

const shortStatusNames: Readonly<Record<StatusId, string>> = {
  1: 'Completed',
  2: 'Under review',
  3: 'Needs your signature',
  4: 'Submitted',
  5: 'Waiting on donor: sign form',
  6: 'Waiting on donor: paper form',
  7: 'Waiting on donor: portal',
  8: 'Waiting on donor: email',
  9: 'Employer rules unknown',
  10: 'Below minimum',
  11: 'Not eligible',
  12: 'Canceled',
  13: 'No charge',
  14: 'Organization disabled',
  15: 'Employer’s site only',
  16: 'Refunded',
  17: 'Finish your setup',
  19: 'No program',
  20: 'No response',
  21: 'Declined',
  22: 'Recurring: waiting',
  23: 'Employer needed',
  24: 'Consent needed',
  25: 'Waiting on donor: sign form',
  28: 'Donor started',
}

/** Returns a short name for lists, or undefined. `Status.label` is the specification's name. */
export const shortStatusNameOf = (statusId: number): string | undefined =>
  isStatusId(statusId) ? shortStatusNames[statusId] : undefined
