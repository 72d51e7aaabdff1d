import { publicMatch } from '@twofold/contract'
import { answerKey, queryClient } from '../../../api/use-call.ts'

/** What the page brought along counts as the answer to its call. Anything else in its place is left alone. */
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
