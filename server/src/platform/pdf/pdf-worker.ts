import { parentPort } from 'node:worker_threads'
import { ActivePdfError, type PdfResponse, type PdfTask, UnsupportedPdfError } from './pdf-files.ts'
import { attachmentOf, cleanPdf, joinPdfs, overlayPdf, refuseActiveContent } from './pdf-work.ts'

parentPort?.on('message', (task: PdfTask) => {
  respondTo(task).then((response) => parentPort?.postMessage(response))
})
parentPort?.postMessage('ready')

async function respondTo(task: PdfTask): Promise<PdfResponse> {
  try {
    return { result: await perform(task) }
  } catch (error) {
    if (error instanceof UnsupportedPdfError) return { unsupported: error.why }
    if (error instanceof ActivePdfError) return { active: true }
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

async function perform(task: PdfTask) {
  switch (task.kind) {
    case 'clean':
      return cleanPdf(task.bytes, task.pagesAtMost)
    case 'check':
      await refuseActiveContent(task.bytes)
      return null
    case 'overlay':
      return overlayPdf(task.below, task.above, task.pagesAtMost)
    case 'join':
      return joinPdfs(task.parts, task.about)
    case 'attachment':
      return attachmentOf(task.bytes, task.name)
  }
}
