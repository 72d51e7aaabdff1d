import { frenchFormTexts } from '../../../shared/donor-form-texts.ts'
import { frenchLayoutTexts } from '../../../shared/donor-layout-texts.ts'
import type { ContactTexts } from './texts.ts'

/** Quebec typography: a non-breaking space before a colon, and no space before ? ! ; */
export const french: ContactTexts = {
  locale: 'fr-CA',
  frame: frenchLayoutTexts,
  ...frenchFormTexts,
  failed: 'Le message n’a pas pu être envoyé. Veuillez réessayer.',

  title: 'Nous joindre',
  lead: 'Des questions? Les personnes qui donnent, les organismes et les employeurs peuvent nous écrire ici. Beaucoup de réponses se trouvent déjà dans les',
  questions: 'questions fréquentes',
  sentTitle: 'Message envoyé!',
  sent: 'Nous vous répondrons dès que possible.',
  name: 'Nom',
  email: 'Courriel',
  subject: 'Objet',
  message: 'Votre message',
  send: 'Envoyer le message',
  sending: 'Envoi...',
  otherWays: 'Autres façons de nous joindre',
  phone: 'Téléphone',
  address: 'Adresse',
  hours: 'Heures d’ouverture',
  weekdays: 'Du lundi au vendredi\u00a0: de 9\u00a0h à 17\u00a0h',
  weekend: 'Samedi et dimanche\u00a0: fermé',

  messages: {
    'Name is required': 'Inscrivez votre nom',
    'Name must be less than 100 characters': 'Le nom doit avoir moins de 100 caractères',
    'Email must be less than 255 characters': 'L’adresse doit avoir moins de 255 caractères',
    'Invalid email address': 'Veuillez inscrire une adresse de courriel valide',
    'Subject is required': 'Inscrivez un objet',
    'Subject must be less than 200 characters': 'L’objet doit avoir moins de 200 caractères',
    'Message is required': 'Écrivez votre message',
    'Message must be less than 2000 characters': 'Le message doit avoir moins de 2000 caractères',
  },
}
