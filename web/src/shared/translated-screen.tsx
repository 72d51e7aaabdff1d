import { type ComponentType, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { requestedLanguage } from './page-language.ts'

/** The server renders English; the browser switches to the language of the link or its own. */
export function translatedScreen(
  English: ComponentType,
  translations: Readonly<Record<'fr' | 'es', ComponentType>>,
): ComponentType {
  return function TranslatedScreen() {
    const [search] = useSearchParams()
    const language = typeof document === 'undefined' ? 'en' : requestedLanguage(search.get('lang'))
    if (language === 'en') return <English />
    const Translation = translations[language]
    return (
      <Suspense>
        <Translation />
      </Suspense>
    )
  }
}
