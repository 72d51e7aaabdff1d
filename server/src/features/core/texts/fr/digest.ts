import type { DigestTexts } from '../catalogue.ts'

const number = (count: number): string => count.toLocaleString('fr-CA')
const isOne = (count: number): boolean => count < 2 // in French, zero is singular too
const counted = (count: number, one: string, many: string): string => `${number(count)} ${isOne(count) ? one : many}`
const list = (texts: readonly string[]): string => new Intl.ListFormat('fr-CA').format(texts)

const matches = (count: number): string => counted(count, 'jumelage', 'jumelages')
const gifts = (count: number): string => counted(count, 'don', 'dons')

export const frenchDigest: DigestTexts = {
  list,

  subject: (name, waiting) =>
    waiting > 0
      ? `${name}\u00a0: ${matches(waiting)} ${isOne(waiting) ? 'vous attend' : 'vous attendent'}`
      : `${name}\u00a0: votre semaine de jumelage`,
  heading: (waiting) =>
    waiting > 0
      ? `${matches(waiting)} ${isOne(waiting) ? 'vous attend' : 'vous attendent'}`
      : 'Votre semaine de jumelage',
  opening: ({ waiting, place, week }) =>
    `Voici ${waiting > 0 ? 'ce qui vous attend, et ' : ''}comment le jumelage des employeurs s’est passé ${place} dans la semaine du ${week}.`,
  place: (name) => `chez ${name}`,
  placeWithChapters: (name, count) => `chez ${name} et ses ${number(count)} sections`,
  placeWithNamed: (name, chapters) => `chez ${name}, avec ${list(chapters)},`,
  look: (waiting) => (isOne(waiting) ? 'Voir le jumelage' : 'Voir les jumelages'),
  openDashboard: 'Ouvrir le tableau de bord',
  asOf: (moment) => `Chiffres en date du ${moment}. Les liens montrent ce qui est vrai quand vous les ouvrez.`,
  why: (name, isPrimaryContact) =>
    `Vous recevez ce courriel une fois par semaine au plus, et seulement s’il y a quelque chose à dire, parce que ${
      isPrimaryContact
        ? `vous êtes la personne-ressource principale chez ${name}.`
        : `votre adresse est une adresse de notification chez ${name}.`
    }`,
  unsubscribe: 'Se désabonner de ce courriel hebdomadaire',

  waitingTitle: 'Ce qui vous attend',
  waiting: ({ count, late, worth }) => {
    const some = isOne(late)
      ? ` La date limite est passée pour ${number(late)} d’entre eux\u00a0: veuillez commencer par celui-là.`
      : ` La date limite est passée pour ${number(late)} d’entre eux\u00a0: veuillez commencer par ceux-là.`
    const all = ' La date limite est passée\u00a0: faites vite, ou demandez à l’employeur si c’est encore possible.'
    return {
      lead: matches(count),
      rest: `à vérifier ou à signer${worth ? `, ${worth} au plus en tout` : ''}.${late === 0 ? '' : late === count ? all : some}`,
    }
  },

  weekTitle: (week) => `La semaine du ${week}`,
  given: ({ count, amounts, worth }) => ({
    lead: gifts(count),
    rest: `${isOne(count) ? 'fait' : 'faits'}, ${amounts} en tout.${worth ? ` Les employeurs pourraient ajouter jusqu’à ${worth}.` : ''}`,
  }),
  uploaded: ({ count, files }) => ({
    lead: gifts(count),
    rest: `${isOne(count) ? 'ajouté' : 'ajoutés'} par ${files === 1 ? 'un fichier' : `${number(files)} fichiers`}.`,
  }),
  submitted: ({ count, worth }) => ({
    lead: `${matches(count)} ${isOne(count) ? 'a été demandé' : 'ont été demandés'}`,
    rest: `cette semaine-là${worth ? `, ${worth} en tout selon notre estimation` : ''}. La liste montre tous ceux qui sont maintenant chez les employeurs.`,
  }),
  completed: ({ count, received, worth }) => {
    const paid = received && ` Reçu jusqu’ici pour ${isOne(count) ? 'celui-ci' : 'ceux-ci'}\u00a0: ${received}.`
    const others = received && worth && ` Là où rien n’a encore été reçu\u00a0: ${worth} selon notre estimation.`
    return {
      lead: `${matches(count)} ${isOne(count) ? 'a été approuvé ou payé' : 'ont été approuvés ou payés'}`,
      rest: `cette semaine-là${worth && !received ? `, ${worth} en tout selon notre estimation` : ''}.${paid}${others} La liste montre tous ceux qui sont maintenant terminés.`,
    }
  },

  deadlinesTitle: 'Dates limites des trois prochaines semaines',
  deadline: ({ donor, employer, worth, isYours }) =>
    `– ${donor || 'Donateur inconnu'}, ${employer || 'aucun employeur'}${worth ? `, ${worth} au plus` : ''}. ${isYours ? 'C’est à vous d’agir.' : 'C’est au donateur d’agir.'}`,

  heldTitle: 'Les courriels aux donateurs sont suspendus',
  heldByBounces: {
    lead: 'Trop de courriels sont revenus',
    rest: 'sur vos 500 derniers. Veuillez vérifier d’où viennent les adresses de vos derniers fichiers, puis reprenez l’envoi là-bas.',
  },
  heldWithoutAddress: {
    lead: 'Ajoutez votre adresse postale',
    rest: 'que chaque courriel à un donateur doit montrer.',
  },

  setupTitle: 'Votre configuration n’est pas terminée',
  setupSteps: {
    details: 'renseignements',
    categories: 'catégories',
    communication: 'personnes-ressources',
    address: 'adresse',
    documents: 'logo',
    billing: 'forfait',
  },
  setup: ({ missing, waiting }) => {
    const left =
      missing.length > 0
        ? `Il manque encore\u00a0: ${missing.join(', ')}.`
        : 'Tout est rempli\u00a0: appuyez sur «\u00a0Mark Setup Complete\u00a0».'
    const wait =
      waiting === 0
        ? ''
        : ` ${gifts(waiting)} ${isOne(waiting) ? 'attend' : 'attendent'}\u00a0: d’ici là, aucun donateur ne reçoit de courriel.`
    return { lead: 'Terminez la configuration', rest: `pour activer le jumelage. ${left}${wait}` }
  },
}
