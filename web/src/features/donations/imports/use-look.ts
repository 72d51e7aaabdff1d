import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { imports } from '@twofold/contract'
import { useDebounced } from '../../../ui/use-debounced.ts'
import { lookAtFile } from './look-at-file.ts'
import type { Choices } from './map-state.ts'
import { firstOptions, testForm, type UploadOptions } from './upload-form.ts'

const waitMs = 400

type Looking = {
  readonly organizationId: number
  readonly file: File
  readonly first: imports.TestAnswer
  readonly choices: Choices
  readonly options: UploadOptions
  /** Whether the map can be uploaded at all: nothing is asked before. */
  readonly ready: boolean
}

/** The sheet is another file as it were, and asked for anew. */
const askedBy = (options: UploadOptions) => ({ ...options, sheet: null })

/** What the file would do with the map as it stands now. Asks the server again a moment after each change. */
export function useLook({ organizationId, file, first, choices, options, ready }: Looking) {
  const asked = JSON.stringify([choices, askedBy(options)])
  const settled = useDebounced(asked, waitMs)
  const isFirst = asked === JSON.stringify([first.map, askedBy(firstOptions)])
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
      lookAtFile({
        params: { id: organizationId },
        form: testForm(file, options, choices),
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
