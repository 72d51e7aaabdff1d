import { translatedScreen } from '../../../shared/translated-screen.tsx'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { ContactPage } from './contact-page.tsx'
import { english } from './texts.ts'

export default translatedScreen(() => <ContactPage texts={english} />, {
  fr: lazyComponent(() => import('./contact-screen-french.tsx')),
  es: lazyComponent(() => import('./contact-screen-spanish.tsx')),
})
