import { publicMatch } from '@twofold/contract'
import { answerKey, queryClient } from '../../../api/use-call.ts'

/** Stores the data embedded in the page as the response to the page's call. Ignores anything else. */
export function takeGiven(page: Pick<Document, 'getElementById'>): void {
  const given = publicMatch.givenToScreen.safeParse(
    parsed(page.getElementById(publicMatch.givenToScreenId)?.textContent),
  )
  if (!given.success) return
  const { asked, ...answer } = given.data
  queryClient.setQueryData(answerKey(publicMatch.findPublicOrganizations, { params: { organization: asked } }), answer)
}

function parsed(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
