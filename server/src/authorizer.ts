import type { Features } from './features.ts'
import type { Authorizer } from './platform/http/authorize-request.ts'

export function createAuthorizer(features: Features): Authorizer {
  return {
    // Behind a proxy, reading the address is slow.
    callerOf: (token, request) =>
      features.keys.isKey(token) ? features.keys.callerOf(token, request.ip) : features.sessions.callerOf(token),
    accountOfBrowser: features.accountOfBrowser,
    onlyOrganizationOf: (caller) =>
      caller.apiKey ? features.keys.onlyOrganizationOf(caller.apiKey) : features.access.onlyOrganizationOf(caller),
    accessTo: async (caller, organizationId, request) => {
      if (caller.apiKey) return features.keys.accessTo(caller.apiKey, organizationId)
      const access = await features.access.accessTo(caller, organizationId)
      if (access?.level === 'super') await features.recordVisit(caller, access.tenant, request)
      return access
    },
    canChange: features.canChange,
    isRuleOn: features.isRuleOn,
    isClosed: features.isClosed,
    describeAdministrators: features.describeAdministrators,
    tenantOfKey: features.keys.tenantOfKey,
    recordDenial: features.recordDenial,
    recordRefusal: features.recordRefusal,
    organizationOf: features.organizationOf,
  }
}
