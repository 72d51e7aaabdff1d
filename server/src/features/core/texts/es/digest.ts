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
      ? `${name}: ${matches(waiting)} ${waiting === 1 ? 'le necesita' : 'le necesitan'}`
      : `${name}: su semana de contrapartidas`,
  heading: (week) => `Semana del ${week}`,
  opening: (place) => `Su resumen semanal de las contrapartidas de empleadores ${place}.`,
  quietWeek: 'No hubo donaciones, solicitudes ni pagos nuevos.',
  place: (name) => `en ${name}`,
  placeWithChapters: (name, count) => `en ${name} y sus ${number(count)} filiales`,
  placeWithNamed: (name, chapters) => `en ${name}, con ${list(chapters)}`,
  reviewMatches: (waiting) => (waiting === 1 ? 'Ver la contrapartida' : 'Ver las contrapartidas'),
  openDashboard: 'Abrir el panel',
  asOf: (moment) => `Cifras al ${moment}. Los enlaces abren las listas actuales.`,
  why: (name, isPrimaryContact) =>
    `Recibe este correo, una vez por semana como máximo, porque ${
      isPrimaryContact
        ? `usted es el contacto principal de ${name}.`
        : `su dirección es una dirección de notificación de ${name}.`
    }`,
  unsubscribe: 'Cancelar este correo semanal',

  waitingTitle: 'Le toca a usted',
  waiting: ({ count, late, worth }) => {
    const some = ` El plazo ya venció para ${number(late)}. Empiece por ahí.`
    const all = ' El plazo ya venció. Pregunte al empleador si todavía es posible.'
    return {
      lead: matches(count),
      rest: `por verificar o firmar${worth ? `, hasta ${worth} en total` : ''}.${late === 0 ? '' : late === count ? all : some}`,
    }
  },

  weekTitle: 'Lo que cambió',
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
    rest: `en esa semana${worth ? `, ${worth} en total según nuestra estimación` : ''}.`,
  }),
  completed: ({ count, received, worth }) => {
    const paid = received && ` Recibido hasta ahora: ${received}.`
    const others = received && worth && ` Donde aún no se ha recibido nada: ${worth} según nuestra estimación.`
    return {
      lead: `${matches(count)} ${count === 1 ? 'se aprobó o se pagó' : 'se aprobaron o se pagaron'}`,
      rest: `en esa semana${worth && !received ? `, ${worth} en total según nuestra estimación` : ''}.${paid}${others}`,
    }
  },

  deadlinesTitle: 'Fechas límite de las próximas tres semanas',
  deadline: ({ donor, employer, worth, isYours }) =>
    `– ${donor || 'Donante sin nombre'}, ${employer || 'sin empleador'}${worth ? `, hasta ${worth}` : ''}. ${isYours ? 'Le toca a usted.' : 'En espera del donante.'}`,

  moreDeadlines: (count) => ({
    lead: `Y ${number(count)} ${count === 1 ? 'fecha límite más' : 'fechas límite más'}`,
    rest: 'en la lista.',
  }),

  heldTitle: 'Los correos a donantes están en pausa',
  heldByBounces: {
    lead: 'Demasiados fueron devueltos',
    rest: 'de sus últimos 500. Revise las direcciones de sus últimos archivos y luego reanude el envío.',
  },
  heldWithoutAddress: {
    lead: 'Agregue su dirección postal',
    rest: 'para que podamos escribir a sus donantes. Debe aparecer en cada correo.',
  },

  setupTitle: 'Las contrapartidas están desactivadas',
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
      missing.length > 0
        ? `Todavía falta: ${missing.join(', ')}.`
        : 'Todo está completo: presione «Mark Setup Complete».'
    const wait =
      waiting === 0
        ? ''
        : ` ${gifts(waiting)} ${waiting === 1 ? 'está' : 'están'} en espera. No escribiremos a los donantes hasta que termine la configuración.`
    return { lead: 'Termine su configuración', rest: `para activarlas. ${left}${wait}` }
  },
}
