import { ContactPage } from './contact-page.tsx'
import { french } from './french.ts'

export default function FrenchContactScreen() {
  return <ContactPage texts={french} />
}
