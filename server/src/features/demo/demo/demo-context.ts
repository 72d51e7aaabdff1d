import type { Tenant } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { DemoOrganizations } from './demo-organizations.ts'
import type { Random } from './random.ts'

export type DemoContext = {
  readonly platform: Platform
  readonly directory: Directory
  readonly tenant: Tenant
  readonly random: Random
  readonly organizations: DemoOrganizations
  readonly size: DemoSize
}

export type DemoSize = { readonly months: number; readonly donors: number; readonly gifts: number }
