import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { requestedLanguage } from '../../../shared/page-language.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { ContactPage } from './contact-page.tsx'
import { english } from './texts.ts'

const translations = {
  fr: lazyComponent(() => import('./contact-screen-french.tsx')),
  es: lazyComponent(() => import('./contact-screen-spanish.tsx')),
} as const

/** The server renders English; the browser switches to the language of the link or its own. */
export default function ContactScreen() {
  const [search] = useSearchParams()
  const language = typeof document === 'undefined' ? 'en' : requestedLanguage(search.get('lang'))
  if (language === 'en') return <ContactPage texts={english} />
  const Other = translations[language]
  return (
    <Suspense>
      <Other />
    </Suspense>
  )
}
