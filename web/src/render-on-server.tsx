import { publicMatch, screens } from '@twofold/contract'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router'
import { QueryLayout, queryClient, queryKeyOf } from './api/use-api.ts'
import { type LoadedPublicScreens, PublicScreens } from './app/public-app.tsx'
import { publicRoutes } from './app/public-routes.ts'
import { routes as entrances } from './features/accounts/auth/routes.ts'

/** The login form and the targets of email links. */
const serverRenderedEntrances: readonly string[] = [
  screens.login,
  screens.resetPassword,
  screens.magicLink,
  screens.confirmEmail,
]

const loadingEntrances = Promise.all(
  entrances
    .filter(({ path }) => serverRenderedEntrances.includes(path))
    .map(async ({ path, load }) => ({ path, Screen: (await load()).default })),
)
const loading = Promise.all(
  publicRoutes.map(async ({ path, load, asks = false }) => ({
    path,
    usesQueries: asks,
    Screen: (await load()).default,
  })),
)

/** The page is visible until the app's scripts load. `embeddedJson` is the JSON embedded in its head. */
export async function renderPage(address: string, embeddedJson: string): Promise<string> {
  const publicScreens = await loading
  const path = address.split('?')[0]
  const entrance = (await loadingEntrances).find((screen) => screen.path === path)
  const parts: LoadedPublicScreens = { screens: publicScreens, QueryLayout: QueryLayout }
  const answer = publicMatch.initialPageData.safeParse(JSON.parse(embeddedJson || 'null')).data
  try {
    if (answer) {
      const { asked, ...organizations } = answer
      const key = queryKeyOf(publicMatch.findPublicOrganizations, { params: { organization: asked } })
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
