import type { Tenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { Chance } from './chance.ts'
import type { DemoOrganizations } from './demo-organizations.ts'

export type Stage = {
  readonly platform: Platform
  readonly directory: Directory
  readonly tenant: Tenant
  readonly chance: Chance
  readonly organizations: DemoOrganizations
  readonly size: DemoSize
}

export type DemoSize = { readonly months: number; readonly donors: number; readonly gifts: number }
