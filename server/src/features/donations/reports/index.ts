/** Reports, of which a saved view is one without a schedule, and files of donations. */

import { type Feature, toOwner } from '../../../platform/services/feature.ts'
import type { Platform } from '../../../platform/services/platform.ts'
import type { Directory } from '../../core/companies/index.ts'
import type { Authenticators } from '../../core/users/index.ts'
import { createFileSender } from './csv-file.ts'
import { reportFileRoutes } from './files/report-files.routes.ts'
import { reportFileQueue } from './files/request-report-file.ts'
import { runReportFileExpiry, writeReportFile } from './files/write-file.ts'
import { mailingRoutes } from './mailings/mailings.routes.ts'
import { serveReportUnsubscribePages } from './mailings/serve-unsubscribe-pages.ts'
import { findOrganizationOfReport } from './reports.queries.ts'
import { reportRoutes } from './reports.routes.ts'

export { createFileSender, type FileFormat, type SendFile, writeCsv } from './csv-file.ts'
export { everyDonation } from './export.queries.ts'
export { writeExport } from './export-donations.ts'
export { createDownloadLink, exportRequest, fileNameOf, readExportRequest } from './export-request.ts'
export { fileReadyEmail } from './files/file-ready-email.ts'
export { fillReportEmailQueue } from './mailings/enqueue-due-reports.ts'
export { reportEmail } from './mailings/report-email.ts'
export { countDownload } from './reports.queries.ts'

type Dependencies = {
  readonly platform: Platform
  readonly authenticators: Authenticators
  readonly directory: Directory
}

export function reportsFeature({ platform, authenticators, directory }: Dependencies): Feature {
  return {
    routes: [
      ...reportRoutes({ directory }),
      ...mailingRoutes,
      ...reportFileRoutes({ authenticators, directory, sendFile: createFileSender() }),
    ],
    pages: [serveReportUnsubscribePages],
    workers: [() => runReportFileExpiry(platform)],
    jobs: { [reportFileQueue]: (data, signal) => writeReportFile({ platform, directory }, data, signal) },
    owners: {
      report: async ([id]) =>
        id === undefined ? null : toOwner(await findOrganizationOfReport(platform.database, id)),
    },
  }
}
