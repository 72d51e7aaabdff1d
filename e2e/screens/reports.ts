import { screens as addresses, reportFiles, reports } from '@twofold/contract'
import { callerAs, expect, openSignedIn } from '../product.ts'
import { type Screen, writer } from './screen.ts'

async function someReport(): Promise<number> {
  const { call, token, organizationId } = await callerAs(writer)
  const params = { id: organizationId }
  const { reports: own } = await call(reports.listReports, { params }, { token })
  const existing = own.find(({ name }) => name === 'Gifts to follow up')
  if (existing) return existing.id
  const columns = { 'users.name': '', amount: '' }
  const { report } = await call(
    reports.saveReport,
    { params, body: { name: 'Gifts to follow up', columns } },
    { token },
  )
  return report.id
}

export const reportsScreens: readonly Screen[] = [
  {
    name: 'report',
    at: addresses.reports,
    open: async (page) => {
      await openSignedIn(page, writer, `/portal/reports?report=${await someReport()}`)
      await expect(page.getByRole('heading', { name: 'Gifts to follow up' })).toBeVisible()
      await expect(page.getByRole('table', { name: /^First rows of/ })).toBeVisible()
    },
  },
  {
    name: 'report by email',
    open: async (page) => {
      await openSignedIn(page, writer, `/portal/reports?report=${await someReport()}`)
      await page.getByRole('button', { name: 'Send by email' }).click()
      const dialog = page.getByRole('dialog', { name: 'Send by email' })
      await expect(dialog.getByRole('combobox', { name: 'How often' })).toBeVisible()
    },
  },
  {
    name: 'report files',
    open: async (page) => {
      const { call, token, organizationId } = await callerAs(writer)
      const readyCampaigns = { params: { id: organizationId }, body: { ready: 'campaigns' } } as const
      await call(reportFiles.askForReportFile, readyCampaigns, { token })
      await openSignedIn(page, writer, addresses.reports)
      await expect(page.getByRole('button', { name: 'Download By campaign, CSV' })).toBeVisible()
    },
  },
  {
    name: 'report form',
    open: async (page) => {
      await openSignedIn(page, writer, '/portal/reports?new=1')
      await expect(page.getByRole('table', { name: 'Preview of the report' })).toBeVisible()
      await page.getByRole('button', { name: 'Save report' }).click()
      await expect(page.getByText('Report name is required')).toBeVisible()
    },
  },
]
