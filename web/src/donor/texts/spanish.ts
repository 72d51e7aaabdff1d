import { spanishFormTexts } from '../../shared/donor-form-texts.ts'
import { spanishLayoutTexts } from '../../shared/donor-layout-texts.ts'
import type { DonorTexts } from './english.ts'

export const spanish: DonorTexts = {
  locale: 'es-US',
  title: 'Modificar su solicitud de contrapartida',

  ask: 'Para proteger sus datos, enviaremos un enlace de un solo uso a la dirección que vino con su donación.',
  ask_button: 'Envíenme el enlace',
  open: 'Abrió el enlace de su correo. Presione el botón para ver su solicitud de contrapartida.',
  open_button: 'Abrir mi solicitud',

  hand_over: (email) =>
    `Alguien pidió transferir su solicitud de contrapartida a ${email}. Si usted acepta, la persona de esa dirección la controlará, y los enlaces de sus correos anteriores dejarán de funcionar.`,
  hand_over_button: 'Transferir la solicitud',
  hand_over_not: '¿No lo pidió? Cierre esta página. Nada cambiará.',
  handed_over: (organization, email) =>
    `Listo. Enviaremos los correos sobre su donación a ${organization} a ${email}. La persona de esa dirección controla ahora la solicitud.`,

  loaded: 'Los datos de la solicitud se cargaron.',
  saved: 'La solicitud se actualizó.',
  waiting: (stored, other, name) =>
    name
      ? `Escribimos a ${stored}. En cuanto esa persona acepte, la solicitud pasará a ${other}, a nombre de ${name}.`
      : `Escribimos a ${stored}. En cuanto esa persona acepte, la solicitud pasará a ${other}.`,
  next: 'Ver el siguiente paso',
  page: 'Ver esta solicitud',
  closed: (organization) =>
    `Ya no puede modificar esta solicitud: su empleador ya la tiene, o se cerró. ¿Tiene preguntas? Escriba a ${organization}.`,

  donor_name: 'Nombre de quien donó',
  email: 'Correo electrónico',
  company: 'Empresa que da la contrapartida',
  company_unknown: 'Desconocida',
  company_hint: '¿No está en la lista? Elija «Otra» y deje lo que escribió. Lo averiguaremos.',
  amount: 'Monto de la donación',
  amount_hint: (organization) => `Según los registros de ${organization}. Si no es correcto, escríbales.`,
  moves: (stored) =>
    `La persona de la nueva dirección controlará esta solicitud. Primero le preguntaremos a ${stored}.`,
  press: 'Actualizar la solicitud',
  pressed: 'Actualizando...',

  employment: '¿Cuál es su relación con esta empresa?',
  employment_unsaid: 'Elija una opción, si la conoce',
  employment_employee: 'Trabajo allí',
  employment_part_time: 'Trabajo allí a tiempo parcial',
  employment_retired: 'Me jubilé de allí',
  employment_board: 'Soy miembro de su junta directiva',
  employment_spouse: 'Mi cónyuge o pareja trabaja allí',
  employment_contractor: 'Trabajo allí por contrato',
  employment_former: 'Antes trabajaba allí',
  employment_none: 'No tengo empleo',
  former_company: 'Empleador del que se jubiló',
  former_hint:
    'Muchos empleadores también igualan las donaciones de sus jubilados. ¿No está en la lista? Elija «Otra» y deje lo que escribió. Lo revisaremos.',
  former_question: '¿De qué empleador se jubiló? Si no tiene uno que nombrar, elija «No tengo empleo» más abajo.',

  missing: 'Complete todos los campos obligatorios.',
  needed: 'Este dato es obligatorio.',
  too_long: 'Es demasiado largo.',
  wrong_email: 'Ingrese una dirección de correo válida.',
  ...spanishFormTexts,

  frame: spanishLayoutTexts,
}
