import { spanishFormTexts } from '../../../shared/donor-form-texts.ts'
import { spanishLayoutTexts } from '../../../shared/donor-layout-texts.ts'
import type { ContactTexts } from './texts.ts'

export const spanish: ContactTexts = {
  locale: 'es-US',
  frame: spanishLayoutTexts,
  ...spanishFormTexts,
  failed: 'No pudimos enviar el mensaje. Vuelva a intentarlo.',

  title: 'Contacto',
  lead: '¿Tiene preguntas? Donantes, organizaciones y empleadores pueden escribirnos aquí. Muchas respuestas ya están en las',
  questions: 'preguntas frecuentes',
  sentTitle: '¡Mensaje enviado!',
  sent: 'Le responderemos lo antes posible.',
  name: 'Nombre',
  email: 'Correo electrónico',
  subject: 'Asunto',
  message: 'Mensaje',
  send: 'Enviar mensaje',
  sending: 'Enviando...',
  otherWays: 'Otras formas de comunicarse',
  phone: 'Teléfono',
  address: 'Dirección',
  hours: 'Horario de atención',
  weekdays: 'De lunes a viernes: de 9:00 a. m. a 5:00 p. m.',
  weekend: 'Sábado y domingo: cerrado',

  messages: {
    'Name is required': 'Ingrese su nombre',
    'Name must be less than 100 characters': 'El nombre debe tener menos de 100 caracteres',
    'Email must be less than 255 characters': 'El correo debe tener menos de 255 caracteres',
    'Invalid email address': 'Ingrese una dirección de correo válida',
    'Subject is required': 'Ingrese un asunto',
    'Subject must be less than 200 characters': 'El asunto debe tener menos de 200 caracteres',
    'Message is required': 'Escriba su mensaje',
    'Message must be less than 2000 characters': 'El mensaje debe tener menos de 2000 caracteres',
  },
}
