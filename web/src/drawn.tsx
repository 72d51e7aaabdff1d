import { publicMatch, screens } from '@twofold/contract'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { answerKey, queryClient, WithQueries } from './api/use-call.ts'
import { type PublicParts, PublicScreens } from './app/public-app.tsx'
import { publicRoutes } from './app/public-rooms.ts'
import { routes as entrances } from './features/accounts/auth/routes.ts'

/** Those that people come in by: the one with the form, and where links in emails lead. */
const doors: readonly string[] = [screens.login, screens.resetPassword, screens.magicLink, screens.confirmEmail]

const loadingEntrances = Promise.all(
  entrances
    .filter(({ path }) => doors.includes(path))
    .map(async ({ path, load }) => ({ path, Screen: (await load()).default })),
)
const loading = Promise.all(
  publicRoutes.map(async ({ path, load, asks = false }) => ({ path, asks, Screen: (await load()).default })),
)

/**
 * A page as it stands before its scripts have come: the server puts it where the app is drawn later. `given` is the JSON that
 * the page's head brings along.
 */
export async function draw(address: string, given: string): Promise<string> {
  const known = await loading
  const path = address.split('?')[0]
  const entrance = (await loadingEntrances).find((one) => one.path === path)
  const parts: PublicParts = { known, WithQueries }
  const answer = publicMatch.givenToScreen.safeParse(JSON.parse(given || 'null')).data
  try {
    if (answer) {
      const { asked, ...organizations } = answer
      const key = answerKey(publicMatch.findPublicOrganizations, { params: { organization: asked } })
      queryClient.setQueryData(key, organizations)
    }
    return renderToString(
      <StrictMode>
        <StaticRouter location={address}>
          {entrance ? <entrance.Screen /> : <PublicScreens parts={parts} />}
        </StaticRouter>
      </StrictMode>,
    )
  } finally {
    queryClient.clear()
  }
}
