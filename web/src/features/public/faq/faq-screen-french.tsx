import { FaqPage } from './faq-page.tsx'
import { french } from './french.tsx'

export default function FrenchFaqScreen() {
  return <FaqPage texts={french} />
}
