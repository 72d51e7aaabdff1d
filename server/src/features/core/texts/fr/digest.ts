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
  heading: (week) => `Semaine du ${week}`,
  opening: (place) => `Votre bilan hebdomadaire du jumelage des employeurs ${place}.`,
  quietWeek: 'Il n’y a eu ni nouveau don, ni nouvelle demande, ni nouveau paiement.',
  place: (name) => `chez ${name}`,
  placeWithChapters: (name, count) => `chez ${name} et ses ${number(count)} sections`,
  placeWithNamed: (name, chapters) => `chez ${name}, avec ${list(chapters)}`,
  reviewMatches: (waiting) => (isOne(waiting) ? 'Voir le jumelage' : 'Voir les jumelages'),
  openDashboard: 'Ouvrir le tableau de bord',
  asOf: (moment) => `Chiffres en date du ${moment}. Les liens ouvrent les listes à jour.`,
  why: (name, isPrimaryContact) =>
    `Vous recevez ce courriel, une fois par semaine au plus, parce que ${
      isPrimaryContact
        ? `vous êtes la personne-ressource principale chez ${name}.`
        : `votre adresse est une adresse de notification chez ${name}.`
    }`,
  unsubscribe: 'Se désabonner de ce courriel hebdomadaire',

  waitingTitle: 'À vous d’agir',
  waiting: ({ count, late, worth }) => {
    const some = ` La date limite est passée pour ${number(late)}. Commencez par là.`
    const all = ' La date limite est passée. Demandez à l’employeur si c’est encore possible.'
    return {
      lead: matches(count),
      rest: `à vérifier ou à signer${worth ? `, ${worth} au plus en tout` : ''}.${late === 0 ? '' : late === count ? all : some}`,
    }
  },

  weekTitle: 'Ce qui a changé',
  given: ({ count, amounts, worth }) => ({
    lead: gifts(count),
    rest: `${isOne(count) ? 'fait' : 'faits'}, ${amounts} en tout.${worth ? ` Les employeurs pourraient ajouter jusqu’à ${worth}.` : ''}`,
  }),
  uploaded: ({ count, files }) => ({
    lead: gifts(count),
    rest: `${isOne(count) ? 'ajouté' : 'ajoutés'} à partir ${files === 1 ? 'd’un fichier' : `de ${number(files)} fichiers`}.`,
  }),
  submitted: ({ count, worth }) => ({
    lead: `${matches(count)} ${isOne(count) ? 'a été demandé' : 'ont été demandés'}`,
    rest: `cette semaine-là${worth ? `, ${worth} en tout selon notre estimation` : ''}.`,
  }),
  completed: ({ count, received, worth }) => {
    const paid = received && ` Reçu jusqu’ici\u00a0: ${received}.`
    const others = received && worth && ` Là où rien n’a encore été reçu\u00a0: ${worth} selon notre estimation.`
    return {
      lead: `${matches(count)} ${isOne(count) ? 'a été approuvé ou payé' : 'ont été approuvés ou payés'}`,
      rest: `cette semaine-là${worth && !received ? `, ${worth} en tout selon notre estimation` : ''}.${paid}${others}`,
    }
  },

  deadlinesTitle: 'Dates limites des trois prochaines semaines',
  deadline: ({ donor, employer, worth, isYours }) =>
    `– ${donor || 'Nom inconnu'}, ${employer || 'aucun employeur'}${worth ? `, ${worth} au plus` : ''}. ${isYours ? 'C’est à vous d’agir.' : 'En attente de réponse.'}`,

  moreDeadlines: (count) => ({
    lead: `Et ${number(count)} ${isOne(count) ? 'autre date limite' : 'autres dates limites'}`,
    rest: 'à voir dans la liste.',
  }),

  heldTitle: 'Les courriels aux donateurs sont suspendus',
  heldByBounces: {
    lead: 'Trop de courriels sont revenus',
    rest: 'sur vos 500 derniers. Vérifiez les adresses de vos derniers fichiers, puis reprenez l’envoi.',
  },
  heldWithoutAddress: {
    lead: 'Ajoutez votre adresse postale',
    rest: 'pour que nous puissions écrire à vos donateurs. Elle doit figurer dans chaque courriel.',
  },

  setupTitle: 'Le jumelage est désactivé',
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
        : ` ${gifts(waiting)} ${isOne(waiting) ? 'attend' : 'attendent'}. Nous n’écrirons pas aux donateurs avant la fin de la configuration.`
    return { lead: 'Terminez votre configuration', rest: `pour l’activer. ${left}${wait}` }
  },
}
