import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { imports } from '@twofold/contract'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { preCheckFile } from './pre-check-file.ts'
import { defaultOptions, preCheckForm, type UploadOptions } from './upload-form.ts'

const waitMs = 400

type PreCheckInput = {
  readonly organizationId: number
  readonly file: File
  readonly first: imports.TestResult
  readonly choices: ColumnMapping
  readonly options: UploadOptions
  /** False until the mapping is valid: no request is sent before. */
  readonly ready: boolean
}

/** The sheet is part of the query key: each sheet counts as a separate file. */
const optionsKeyOf = (options: UploadOptions) => ({ ...options, sheet: null })

export function usePreCheck({ organizationId, file, first, choices, options, ready }: PreCheckInput) {
  const inputKey = JSON.stringify([choices, optionsKeyOf(options)])
  const debouncedKey = useDebounced(inputKey, waitMs)
  const isFirst = inputKey === JSON.stringify([first.map, optionsKeyOf(defaultOptions)])
  const answer = useQuery<imports.TestResult, Error>({
    queryKey: [
      imports.testImportFile.name,
      organizationId,
      file.name,
      file.lastModified,
      file.size,
      options.sheet,
      inputKey,
    ],
    queryFn: ({ signal }) =>
      preCheckFile({
        params: { id: organizationId },
        form: preCheckForm(file, options, choices),
        signal,
      }),
    enabled: ready && !isFirst && debouncedKey === inputKey,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const preCheck = isFirst ? first : (answer.data ?? first)
  return {
    preCheck,
    isChecking: ready && !isFirst && (debouncedKey !== inputKey || answer.isFetching),
    error: answer.error,
  }
}
