import { reports } from '@twofold/contract'
import { expect, test } from 'vitest'
import { queryClient, queryKeyOf } from '../../../api/use-api.ts'
import { countDownload } from './use-reports.ts'

test('counts a download in the cached report list without a request', async () => {
  const queryKey = queryKeyOf(reports.listReports, { params: { id: 7 } })
  queryClient.setQueryData(queryKey, {
    reports: [
      { id: 1, downloads: 0 },
      { id: 2, downloads: 5 },
    ],
    sharedReports: [{ id: 3, downloads: 1 }],
  })
  await countDownload(7, 1)
  await countDownload(7, 1)
  await countDownload(7, 3)
  expect(queryClient.getQueryData(queryKey)).toEqual({
    reports: [
      { id: 1, downloads: 2 },
      { id: 2, downloads: 5 },
    ],
    sharedReports: [{ id: 3, downloads: 2 }],
  })
})
