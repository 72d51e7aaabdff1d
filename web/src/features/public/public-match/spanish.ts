import { publicMatch } from '@twofold/contract'
import { spanishFormTexts } from '../../../shared/donor-form-texts.ts'
import { spanishLayoutTexts } from '../../../shared/donor-layout-texts.ts'
import type { MatchTexts } from './texts.ts'

const { requestMessages: messages } = publicMatch

export const spanish: MatchTexts = {
  language: 'es',
  locale: 'es-US',
  frame: spanishLayoutTexts,
  ...spanishFormTexts,

  heading: 'Solicite la contrapartida de su donación',
  headingOf: (organization) => `Solicite la contrapartida de su donación a ${organization}`,
  lead: 'Muchos empleadores igualan las donaciones de su personal. Busque el suyo y solicite la contrapartida.',

  employer: '¿Dónde trabaja?',
  employerHint: 'O el empleador de su cónyuge, o la empresa de la que se jubiló',
  gift: (currency) => `Su donación (${currency})`,
  date: 'Fecha de la donación',
  name: 'Su nombre',
  email: 'Su correo electrónico',
  send: 'Solicitar mi contrapartida',
  sending: 'Enviando...',
  privacy: (organization) =>
    `${organization} recibe su nombre, su correo y los datos de su donación. Solo le escribiremos sobre esta contrapartida. Puede cancelar la suscripción en cualquier momento.`,
  knowMore: '¿Sabe algo que nosotros no?',
  tellUs: 'Cuéntenos',
  lookIntoIt: ' y lo averiguaremos.',
  unlisted: (employer) =>
    `Todavía no conocemos ${employer}. Haga la solicitud de todos modos: lo averiguaremos y le escribiremos cuando sepamos más.`,
  deadline: (day) => `Fecha límite: ${day}.`,
  employerDecides: 'El empleador decide.',

  done: 'Recibimos su solicitud',
  steps: 'Ver los pasos ahora',
  another: 'Solicitar la contrapartida de otra donación',

  logoOf: (organization) => `Logotipo de ${organization}`,
  howTitle: 'Cómo funciona',
  how: (organization) => [
    'Usted nos cuenta sobre su donación y su empleador.',
    'Le enviamos los pasos, con sus datos ya completados.',
    `Su empleador paga la contrapartida a ${organization}.`,
  ],
  questions: 'Preguntas frecuentes',

  choiceTitle: '¿A cuál le donó?',
  choiceLead: 'Más de una organización tiene este nombre.',
  missingTitle: 'No hay una página de contrapartidas en esta dirección',
  missing:
    'Puede que la organización haya cambiado de nombre o ya no use Twofold. Busque la dirección correcta en su sitio. De todos modos puede ver qué iguala su empleador.',
  lookUp: '¿Mi empleador iguala donaciones?',

  messages: {
    [messages.name]: 'Ingrese su nombre',
    [messages.email]: 'Ingrese una dirección de correo válida',
    [messages.ownEmail]: 'Ingrese su propio correo para que podamos escribirle sobre esta donación',
    [messages.amount]: 'Ingrese el monto de su donación',
    [messages.largeAmount]:
      'Para donaciones de más de $50,000, escriba a la organización. Allí le ayudarán a solicitar la contrapartida.',
    [messages.date]: 'Ingrese la fecha de su donación',
    [messages.dateAhead]: 'La fecha de su donación no puede estar en el futuro',
    [messages.dateOld]: 'Los empleadores no igualan donaciones de hace más de dos años',
    [messages.employer]: 'Elija su empleador',
    'Name must be less than 100 characters': 'El nombre debe tener menos de 100 caracteres',
  },
}
