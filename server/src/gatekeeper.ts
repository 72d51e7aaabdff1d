import type { Features } from './features.ts'
import type { Gatekeeper } from './platform/http/server.ts'

/** Joins what auth and organizations know into the one place that decides who may call. */
export function gatekeeperOf(features: Features): Gatekeeper {
  return {
    callerOf: features.sessions.callerOf,
    accessTo: async (caller, organizationId, request) => {
      const access = await features.access.accessTo(caller, organizationId)
      if (access?.level === 'super') await features.recordVisit(caller, access.tenant, request)
      return access
    },
    organizationOf: (within, id) =>
      within === 'donation' ? features.organizationOfDonation(id) : Promise.resolve(null),
  }
}
