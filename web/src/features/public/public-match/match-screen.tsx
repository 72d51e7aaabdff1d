import { translatedScreen } from '../../../shared/translated-screen.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { MatchPage } from './match-page.tsx'
import { english } from './texts.ts'

export default translatedScreen(() => <MatchPage texts={english} />, {
  fr: lazyComponent(() => import('./match-screen-french.tsx')),
  es: lazyComponent(() => import('./match-screen-spanish.tsx')),
})
