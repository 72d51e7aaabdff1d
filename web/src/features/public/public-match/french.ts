import { publicMatch } from '@twofold/contract'
import { frenchFormTexts } from '../../../shared/donor-form-texts.ts'
import { frenchLayoutTexts } from '../../../shared/donor-layout-texts.ts'
import type { MatchTexts } from './texts.ts'

const { requestMessages: messages } = publicMatch

/** Quebec typography: a non-breaking space before a colon, and no space before ? ! ; */
export const french: MatchTexts = {
  language: 'fr',
  locale: 'fr-CA',
  frame: frenchLayoutTexts,
  ...frenchFormTexts,

  heading: 'Faites jumeler votre don',
  headingOf: (organization) => `Faites jumeler votre don à ${organization}`,
  lead: 'Beaucoup d’employeurs jumellent les dons de leur personnel. Trouvez le vôtre et demandez le jumelage.',

  employer: 'Où travaillez-vous?',
  employerHint: 'Ou l’employeur de votre conjoint ou conjointe, ou celui que vous avez quitté à la retraite',
  gift: (currency) => `Votre don (${currency})`,
  date: 'Date du don',
  name: 'Votre nom',
  email: 'Votre courriel',
  send: 'Demander mon jumelage',
  sending: 'Envoi...',
  privacy: (organization) =>
    `${organization} reçoit votre nom, votre courriel et votre don. Nous vous écrirons seulement au sujet de ce jumelage. Vous pouvez vous désabonner en tout temps.`,
  knowMore: 'Vous en savez plus que nous?',
  tellUs: 'Dites-le-nous',
  lookIntoIt: ', et nous vérifierons.',
  unlisted: (employer) =>
    `Nous ne connaissons pas encore ${employer}. Faites quand même la demande\u00a0: nous ferons la recherche et vous écrirons quand nous en saurons plus.`,
  deadline: (day) => `Date limite\u00a0: ${day}.`,
  employerDecides: 'La décision revient à l’employeur.',

  done: 'Nous avons votre demande',
  steps: 'Voir les étapes maintenant',
  another: 'Demander le jumelage d’un autre don',

  logoOf: (organization) => `Logo de ${organization}`,
  howTitle: 'Comment ça marche',
  how: (organization) => [
    'Vous nous parlez de votre don et de votre employeur.',
    'Nous vous envoyons les étapes, déjà remplies avec vos renseignements.',
    `Votre employeur verse le jumelage à ${organization}.`,
  ],
  questions: 'Questions fréquentes',

  choiceTitle: 'Auquel avez-vous donné?',
  choiceLead: 'Plusieurs organismes portent ce nom.',
  missingTitle: 'Il n’y a pas de page de jumelage à cette adresse',
  missing:
    'L’organisme a peut-être changé de nom ou n’utilise plus Twofold. Cherchez la bonne adresse sur son site. Vous pouvez tout de même voir ce que votre employeur jumelle.',
  lookUp: 'Mon employeur jumelle-t-il les dons?',

  messages: {
    [messages.name]: 'Inscrivez votre nom',
    [messages.email]: 'Veuillez inscrire une adresse de courriel valide',
    [messages.ownEmail]: 'Inscrivez votre propre adresse pour que nous puissions vous écrire au sujet de ce don',
    [messages.amount]: 'Inscrivez le montant de votre don',
    [messages.largeAmount]:
      'Pour un don de plus de 50\u00a0000\u00a0$, écrivez à l’organisme. On vous y aidera à demander le jumelage.',
    [messages.date]: 'Inscrivez la date de votre don',
    [messages.dateAhead]: 'La date de votre don ne peut pas être dans le futur',
    [messages.dateOld]: 'Les employeurs ne jumellent pas les dons de plus de deux ans',
    [messages.employer]: 'Choisissez votre employeur',
    'Name must be less than 100 characters': 'Le nom doit avoir moins de 100 caractères',
  },
}
