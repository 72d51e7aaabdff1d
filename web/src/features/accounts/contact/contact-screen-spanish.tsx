import { ContactPage } from './contact-page.tsx'
import { spanish } from './spanish.ts'

export default function SpanishContactScreen() {
  return <ContactPage texts={spanish} />
}
