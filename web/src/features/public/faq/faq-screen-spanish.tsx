import { FaqPage } from './faq-page.tsx'
import { spanish } from './spanish.tsx'

export default function SpanishFaqScreen() {
  return <FaqPage texts={spanish} />
}
