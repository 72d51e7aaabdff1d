import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { requestedLanguage } from '../../../shared/page-language.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { english } from './english.tsx'
import { FaqPage } from './faq-page.tsx'

const translations = {
  fr: lazyComponent(() => import('./faq-screen-french.tsx')),
  es: lazyComponent(() => import('./faq-screen-spanish.tsx')),
} as const

/** The server renders English; the browser switches to the language of the link or its own. */
export default function FaqScreen() {
  const [search] = useSearchParams()
  const language = typeof document === 'undefined' ? 'en' : requestedLanguage(search.get('lang'))
  if (language === 'en') return <FaqPage texts={english} />
  const Other = translations[language]
  return (
    <Suspense>
      <Other />
    </Suspense>
  )
}
