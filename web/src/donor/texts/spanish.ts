import { inGuillemets } from '@twofold/matching'
import { spanishLayoutTexts } from '../../shared/donor-layout-texts.ts'
import type { DonorTexts } from './english.ts'

export const spanish: DonorTexts = {
  locale: 'es-US',
  title: 'Modificar su solicitud de contrapartida',

  ask: 'Para proteger sus datos, aquí no se muestra nada. Enviaremos un enlace de un solo uso a la dirección que vino con su donación.',
  ask_press: 'Envíenme el enlace',
  open: 'Abrió el enlace de su correo. Presione el botón para ver su solicitud de contrapartida.',
  open_press: 'Abrir mi solicitud',

  hand_over: (email) =>
    `Alguien pidió pasar su solicitud de contrapartida a ${email}. Si usted acepta, solo esa dirección podrá modificarla, y los enlaces de sus correos anteriores dejarán de funcionar.`,
  hand_over_press: 'Pasarla',
  hand_over_not: '¿No lo pidió? Cierre esta página. Nada cambia hasta que presione el botón.',
  handed_over: (organization, email) =>
    `Listo. De ahora en adelante, los correos sobre su donación a ${organization} van a ${email}, y solo quien lea esa dirección puede modificar la solicitud.`,

  loaded: 'Los datos de la solicitud se cargaron.',
  saved: 'La solicitud se actualizó.',
  waiting: (stored, other, name) =>
    name
      ? `Escribimos a ${stored}. Cuando quien lea esa dirección acepte, esta solicitud pasará a ${other}, a nombre de ${name}; hasta entonces no cambian ni el correo ni el nombre.`
      : `Escribimos a ${stored}. Cuando quien lea esa dirección acepte, esta solicitud pasará a ${other}; hasta entonces el correo no cambia.`,
  next: 'Ver el siguiente paso',
  page: 'Ver la página de esta solicitud',
  closed: (organization) =>
    `Aquí ya no se puede modificar nada: su empleador ya tiene esta solicitud, o se cerró. Si algo no es correcto, escriba a ${organization}.`,

  donor_name: 'Nombre de quien donó',
  email: 'Correo electrónico',
  company: 'Empresa que da la contrapartida',
  company_unknown: 'No se conoce',
  company_hint: '¿No está en la lista? Elija «Otra» y deje lo que escribió: lo averiguaremos.',
  amount: 'Monto de la donación',
  amount_hint: (organization) => `Tal como lo registró ${organization}. Si no es correcto, allí pueden corregirlo.`,
  moves: (stored) =>
    `Cambiar el correo es pasar esta solicitud a otra persona: quien lea la nueva dirección la controlará desde entonces. Primero preguntamos a ${stored}, y nada cambia antes de esa respuesta.`,
  press: 'Actualizar la solicitud',
  pressed: 'Actualizando...',

  employment: '¿Cuál es su relación con esta empresa?',
  employment_unsaid: 'Elija una opción, si la sabe',
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
    'Muchos empleadores también igualan las donaciones de sus jubilados. ¿No está en la lista? Elija «Otra» y deje lo que escribió: lo revisaremos.',
  former_question: '¿De qué empleador se jubiló? Si no tiene uno que nombrar, elija «No tengo empleo» más abajo.',

  missing: 'Complete todos los campos obligatorios.',
  needed: 'Este dato es necesario.',
  too_long: 'Es demasiado largo.',
  wrong_email: 'Ingrese una dirección de correo válida.',
  error: 'Error: ',
  network: 'Error de red. Revise su conexión.',
  too_many: 'Fueron demasiados intentos en poco tiempo. Espere un rato y vuelva a intentarlo.',
  reload: 'Twofold se actualizó después de abrir esta página. Vuelva a cargarla.',
  failed: 'Hubo un problema de nuestro lado. Vuelva a intentarlo.',

  search: {
    type: 'Escriba el nombre del empleador',
    more: 'Escriba al menos 3 caracteres',
    waiting: 'Buscando...',
    none: 'No se encontró ningún empleador',
    other: (typed) => `Otra: ${inGuillemets(typed)}`,
    list: 'Sugerencias',
    found: (count) => (count === 1 ? '1 resultado' : `${count} resultados`),
  },

  frame: spanishLayoutTexts,
}
