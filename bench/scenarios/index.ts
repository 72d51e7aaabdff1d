import type { Download, Scenario } from '../scenario.ts'
import { companySearch } from './company-search.ts'
import { detail } from './detail.ts'
import { exportOfAll } from './export.ts'
import { byCompany, byDonor, byStatus, combined, deepestPage, deepPage, firstPage } from './lists.ts'
import { standing, statisticsByMonth, statisticsFunnel, statisticsOfAllTime, statisticsOfYear } from './statistics.ts'

export const scenarios: readonly Scenario[] = [
  firstPage,
  deepPage,
  deepestPage,
  byStatus,
  byCompany,
  byDonor,
  combined,
  statisticsOfYear,
  statisticsOfAllTime,
  statisticsByMonth,
  statisticsFunnel,
  standing,
  detail,
  companySearch,
]

export const downloads: readonly Download[] = [exportOfAll]
