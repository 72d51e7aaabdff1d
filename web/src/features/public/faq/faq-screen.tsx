import { translatedScreen } from '../../../shared/translated-screen.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { english } from './english.tsx'
import { FaqPage } from './faq-page.tsx'

export default translatedScreen(() => <FaqPage texts={english} />, {
  fr: lazyComponent(() => import('./faq-screen-french.tsx')),
  es: lazyComponent(() => import('./faq-screen-spanish.tsx')),
})
