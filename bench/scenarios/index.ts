import type { Copy, Download, Scenario } from '../scenario.ts'
import { change, changeOfStatus } from './change.ts'
import { commandMenu } from './command-menu.ts'
import { companySearch } from './company-search.ts'
import { detail } from './detail.ts'
import { exportOfAll, reportOfAll } from './export.ts'
import { oneGift } from './gifts.ts'
import {
  anyWord,
  byCompany,
  byDonor,
  byStatus,
  combined,
  deepestPage,
  deepPage,
  firstPage,
  lastNinetyDays,
  page1001,
} from './lists.ts'
import { reportPreview, reportSums } from './reports.ts'
import {
  standing,
  statisticsByCampaign,
  statisticsByCompany,
  statisticsByMonth,
  statisticsFunnel,
  statisticsOfAllTime,
  statisticsOfYear,
} from './statistics.ts'

export const scenarios: readonly Scenario[] = [
  firstPage,
  lastNinetyDays,
  page1001,
  deepPage,
  deepestPage,
  byStatus,
  byCompany,
  byDonor,
  anyWord,
  combined,
  reportSums,
  reportPreview,
  statisticsOfYear,
  statisticsOfAllTime,
  statisticsByMonth,
  statisticsByCompany,
  statisticsByCampaign,
  statisticsFunnel,
  standing,
  detail,
  change,
  changeOfStatus,
  oneGift,
  companySearch,
  commandMenu,
]

export const downloads: readonly Download[] = [exportOfAll]
export const copies: readonly Copy[] = [...downloads, reportOfAll]
