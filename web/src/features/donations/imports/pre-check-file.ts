import { imports } from '@twofold/contract'
import { ApiError } from '../../../api/api-error.ts'
import { sendFile } from './send-file.ts'

type PreCheckInput = Omit<Parameters<typeof sendFile<typeof imports.testImportFile>>[1], 'signal'> & {
  readonly signal: AbortSignal
  /** Called before each retry, while an upload is being undone. */
  readonly onWaiting?: () => void
}

const retryMs = 1_000

const isForUndo = (error: unknown): boolean =>
  error instanceof ApiError && error.message === imports.undoMessages.undoing

/** Waits for a running undo, because the gifts it removes would distort the result. */
export async function preCheckFile({ onWaiting, ...sending }: PreCheckInput): Promise<imports.TestResult> {
  for (;;) {
    try {
      return await sendFile(imports.testImportFile, sending)
    } catch (error) {
      if (!isForUndo(error)) throw error
    }
    onWaiting?.()
    await new Promise((resolve) => setTimeout(resolve, retryMs))
  }
}
