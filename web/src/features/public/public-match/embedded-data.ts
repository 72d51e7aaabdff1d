import { publicMatch } from '@twofold/contract'
import { queryClient, queryKeyOf } from '../../../api/use-api.ts'

/** Caches the data embedded in the page as the response to the page's call. Ignores anything else. */
export function cacheEmbeddedData(page: Pick<Document, 'getElementById'>): void {
  const embedded = publicMatch.initialPageData.safeParse(
    parseJson(page.getElementById(publicMatch.initialPageDataId)?.textContent),
  )
  if (!embedded.success) return
  const { asked, ...answer } = embedded.data
  queryClient.setQueryData(queryKeyOf(publicMatch.findPublicOrganizations, { params: { organization: asked } }), answer)
}

function parseJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
