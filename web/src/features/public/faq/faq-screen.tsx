import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { languageAsked } from '../../../shared/spoken.ts'
import { late } from '../../../ui/late.tsx'
import { english } from './english.tsx'
import { FaqPage } from './faq-page.tsx'

const others = {
  fr: late(() => import('./faq-screen-french.tsx')),
  es: late(() => import('./faq-screen-spanish.tsx')),
} as const

/** Uses the language of the link or the browser; the server renders English. */
export default function FaqScreen() {
  const [search] = useSearchParams()
  const language = typeof document === 'undefined' ? 'en' : languageAsked(search.get('lang'))
  if (language === 'en') return <FaqPage texts={english} />
  const Other = others[language]
  return (
    <Suspense>
      <Other />
    </Suspense>
  )
}
