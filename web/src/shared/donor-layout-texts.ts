import type { LayoutTexts } from './layout-texts.ts'

export const frenchLayoutTexts: LayoutTexts = {
  skip: 'Passer au contenu',
  toPortal: ', vers le portail',
  appearance: (chosen) => `Apparence\u00a0: ${chosen}`,
  system: 'Système',
  light: 'Clair',
  dark: 'Sombre',
  help: 'Aide',
  questions: 'Questions et réponses',
  contact: 'Nous joindre',
  companies: 'Quelles entreprises jumellent',
  privacy: 'Confidentialité',
  terms: 'Conditions d’utilisation',
}

export const spanishLayoutTexts: LayoutTexts = {
  skip: 'Ir al contenido',
  toPortal: ', al portal',
  appearance: (chosen) => `Apariencia: ${chosen}`,
  system: 'Sistema',
  light: 'Claro',
  dark: 'Oscuro',
  help: 'Ayuda',
  questions: 'Preguntas y respuestas',
  contact: 'Contacto',
  companies: 'Qué empresas dan contrapartida',
  privacy: 'Privacidad',
  terms: 'Condiciones de uso',
}
