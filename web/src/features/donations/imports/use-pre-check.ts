import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { imports } from '@twofold/contract'
import { useDebounced } from '../../../ui/use-debounced.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { preCheckFile } from './pre-check-file.ts'
import { defaultOptions, preCheckForm, type UploadOptions } from './upload-form.ts'

const waitMs = 400

type Looking = {
  readonly organizationId: number
  readonly file: File
  readonly first: imports.TestAnswer
  readonly choices: ColumnMapping
  readonly options: UploadOptions
  /** False until the mapping is valid: no request is sent before. */
  readonly ready: boolean
}

/** The sheet is part of the query key: each sheet counts as a separate file. */
const askedBy = (options: UploadOptions) => ({ ...options, sheet: null })

export function usePreCheck({ organizationId, file, first, choices, options, ready }: Looking) {
  const asked = JSON.stringify([choices, askedBy(options)])
  const settled = useDebounced(asked, waitMs)
  const isFirst = asked === JSON.stringify([first.map, askedBy(defaultOptions)])
  const answer = useQuery<imports.TestAnswer, Error>({
    queryKey: [
      imports.testImportFile.name,
      organizationId,
      file.name,
      file.lastModified,
      file.size,
      options.sheet,
      asked,
    ],
    queryFn: ({ signal }) =>
      preCheckFile({
        params: { id: organizationId },
        form: preCheckForm(file, options, choices),
        signal,
      }),
    enabled: ready && !isFirst && settled === asked,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  const look = isFirst ? first : (answer.data ?? first)
  return { look, isLooking: ready && !isFirst && (settled !== asked || answer.isFetching), error: answer.error }
}
