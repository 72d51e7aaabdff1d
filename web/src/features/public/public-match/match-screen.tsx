import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { requestedLanguage } from '../../../shared/page-language.ts'
import { lazyComponent } from '../../../ui/lazy.tsx'
import { MatchPage } from './match-page.tsx'
import { english } from './texts.ts'

const translations = {
  fr: lazyComponent(() => import('./match-screen-french.tsx')),
  es: lazyComponent(() => import('./match-screen-spanish.tsx')),
} as const

/** The server renders English; the browser switches to the language of the link or its own. */
export default function MatchScreen() {
  const [search] = useSearchParams()
  const language = typeof document === 'undefined' ? 'en' : requestedLanguage(search.get('lang'))
  if (language === 'en') return <MatchPage texts={english} />
  const Other = translations[language]
  return (
    <Suspense>
      <Other />
    </Suspense>
  )
}
