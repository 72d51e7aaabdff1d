import type { DigestTexts } from '../catalogue.ts'

const number = (count: number): string => count.toLocaleString('es-US')
const counted = (count: number, one: string, many: string): string => `${number(count)} ${count === 1 ? one : many}`
const list = (texts: readonly string[]): string => new Intl.ListFormat('es-US').format(texts)

const matches = (count: number): string => counted(count, 'contrapartida', 'contrapartidas')
const gifts = (count: number): string => counted(count, 'donación', 'donaciones')

export const spanishDigest: DigestTexts = {
  list,

  subject: (name, waiting) =>
    waiting > 0
      ? `${name}: ${matches(waiting)} ${waiting === 1 ? 'le espera' : 'le esperan'}`
      : `${name}: su semana de contrapartidas`,
  heading: (waiting) =>
    waiting > 0 ? `${matches(waiting)} ${waiting === 1 ? 'le espera' : 'le esperan'}` : 'Su semana de contrapartidas',
  opening: ({ waiting, place, week }) =>
    `Aquí tiene ${waiting > 0 ? 'lo que le espera y ' : ''}cómo fueron las contrapartidas de empleadores ${place} en la semana del ${week}.`,
  place: (name) => `en ${name}`,
  placeWithChapters: (name, count) => `en ${name} y sus ${number(count)} filiales`,
  placeWithNamed: (name, chapters) => `en ${name}, con ${list(chapters)},`,
  look: (waiting) => (waiting === 1 ? 'Ver la contrapartida' : 'Ver las contrapartidas'),
  openDashboard: 'Abrir el panel',
  asOf: (moment) => `Cifras al ${moment}. Los enlaces muestran lo que es cierto cuando usted los abre.`,
  why: (name, isPrimaryContact) =>
    `Recibe este correo una vez por semana como máximo, y solo cuando hay algo que contar, porque ${
      isPrimaryContact
        ? `usted es el contacto principal de ${name}.`
        : `su dirección es una dirección de notificación de ${name}.`
    }`,
  unsubscribe: 'Cancelar este correo semanal',

  waitingTitle: 'Lo que le espera',
  waiting: ({ count, late, worth }) => {
    const some = ` El plazo ya venció para ${number(late)} de ellas: por favor, véa${late === 1 ? 'la' : 'las'} primero.`
    const all = ' El plazo ya venció: dese prisa, o pregunte al empleador si todavía es posible.'
    return {
      lead: matches(count),
      rest: `por verificar o firmar${worth ? `, hasta ${worth} en total` : ''}.${late === 0 ? '' : late === count ? all : some}`,
    }
  },

  weekTitle: (week) => `La semana del ${week}`,
  given: ({ count, amounts, worth }) => ({
    lead: gifts(count),
    rest: `por ${amounts} en total.${worth ? ` Los empleadores podrían agregar hasta ${worth}.` : ''}`,
  }),
  uploaded: ({ count, files }) => ({
    lead: gifts(count),
    rest: `${count === 1 ? 'agregada' : 'agregadas'} con ${files === 1 ? 'un archivo' : `${number(files)} archivos`}.`,
  }),
  submitted: ({ count, worth }) => ({
    lead: `${matches(count)} ${count === 1 ? 'se solicitó' : 'se solicitaron'}`,
    rest: `en esa semana${worth ? `, ${worth} en total según nuestra estimación` : ''}. La lista muestra todas las que ahora están con los empleadores.`,
  }),
  completed: ({ count, received, worth }) => {
    const paid = received && ` Recibido hasta ahora por ${count === 1 ? 'ella' : 'ellas'}: ${received}.`
    const others = received && worth && ` Donde aún no se ha recibido nada: ${worth} según nuestra estimación.`
    return {
      lead: `${matches(count)} ${count === 1 ? 'se aprobó o se pagó' : 'se aprobaron o se pagaron'}`,
      rest: `en esa semana${worth && !received ? `, ${worth} en total según nuestra estimación` : ''}.${paid}${others} La lista muestra todas las que ahora están completas.`,
    }
  },

  deadlinesTitle: 'Fechas límite de las próximas tres semanas',
  deadline: ({ donor, employer, worth, isYours }) =>
    `– ${donor || 'Donante sin nombre'}, ${employer || 'sin empleador'}${worth ? `, hasta ${worth}` : ''}. ${isYours ? 'Le espera a usted.' : 'Espera al donante.'}`,

  heldTitle: 'Los correos a donantes están en pausa',
  heldByBounces: {
    lead: 'Demasiados fueron devueltos',
    rest: 'de sus últimos 500. Revise de dónde vienen las direcciones de sus últimos archivos y luego reanude el envío allí.',
  },
  heldWithoutAddress: {
    lead: 'Agregue su dirección postal',
    rest: 'que debe aparecer en cada correo a un donante.',
  },

  setupTitle: 'Su configuración no está terminada',
  setupSteps: {
    details: 'datos',
    categories: 'categorías',
    communication: 'contactos',
    address: 'dirección',
    documents: 'logotipo',
    billing: 'plan',
  },
  setup: ({ missing, waiting }) => {
    const left =
      missing.length > 0 ? `Todavía falta: ${missing.join(', ')}.` : 'Todo está lleno: presione «Mark Setup Complete».'
    const wait =
      waiting === 0
        ? ''
        : ` ${gifts(waiting)} ${waiting === 1 ? 'espera' : 'esperan'} por eso; antes no se escribe a ningún donante.`
    return { lead: 'Termine la configuración', rest: `para activar las contrapartidas. ${left}${wait}` }
  },
}
