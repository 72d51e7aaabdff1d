import { frenchFormTexts } from '../../shared/donor-form-texts.ts'
import { frenchLayoutTexts } from '../../shared/donor-layout-texts.ts'
import type { DonorTexts } from './english.ts'

/** Quebec typography: a non-breaking space before a colon and inside guillemets, and no space before ? ! ; */
export const french: DonorTexts = {
  locale: 'fr-CA',
  title: 'Modifier votre demande de jumelage',

  ask: 'Pour protéger vos renseignements, nous enverrons un lien à usage unique à l’adresse indiquée avec votre don.',
  ask_button: 'Envoyez-moi le lien',
  open: 'Vous avez ouvert le lien de votre courriel. Appuyez sur le bouton pour voir votre demande de jumelage.',
  open_button: 'Ouvrir ma demande de jumelage',

  hand_over: (email) =>
    `Quelqu’un a demandé de transférer votre demande de jumelage à ${email}. Si vous acceptez, la personne à cette adresse en aura la gestion, et les liens de vos courriels précédents ne fonctionneront plus.`,
  hand_over_button: 'Transférer la demande',
  hand_over_not: 'Vous n’avez rien demandé? Fermez cette page. Rien ne changera.',
  handed_over: (organization, email) =>
    `C’est fait. Nous enverrons les courriels sur votre don à ${organization} à ${email}. La personne à cette adresse gère maintenant la demande.`,

  loaded: 'La demande de jumelage est affichée.',
  saved: 'La demande de jumelage est à jour.',
  waiting: (stored, other, name) =>
    name
      ? `Nous avons écrit à ${stored}. Dès que cette personne aura accepté, la demande sera transférée à ${other}, au nom de ${name}.`
      : `Nous avons écrit à ${stored}. Dès que cette personne aura accepté, la demande sera transférée à ${other}.`,
  next: 'Voir la prochaine étape',
  page: 'Voir cette demande',
  closed: (organization) =>
    `Vous ne pouvez plus modifier cette demande\u00a0: votre employeur l’a déjà, ou elle est fermée. Des questions? Écrivez à ${organization}.`,

  donor_name: 'Nom de la personne qui a donné',
  email: 'Courriel',
  company: 'Entreprise qui jumelle le don',
  company_unknown: 'Inconnue',
  company_hint:
    'Elle n’est pas dans la liste? Choisissez «\u00a0Autre\u00a0» et gardez ce que vous avez écrit. Nous ferons la recherche.',
  amount: 'Montant du don',
  amount_hint: (organization) =>
    `Montant inscrit par ${organization}. S’il est inexact, communiquez avec cet organisme.`,
  moves: (stored) =>
    `La personne à la nouvelle adresse aura la gestion de cette demande. Nous demanderons d’abord l’accord de ${stored}.`,
  press: 'Mettre la demande à jour',
  pressed: 'Mise à jour...',

  employment: 'Quel est votre lien avec cette entreprise?',
  employment_unsaid: 'Choisissez une réponse, si vous la connaissez',
  employment_employee: 'J’y travaille',
  employment_part_time: 'J’y travaille à temps partiel',
  employment_retired: 'J’y ai pris ma retraite',
  employment_board: 'Je siège à son conseil d’administration',
  employment_spouse: 'Mon conjoint ou ma conjointe y travaille',
  employment_contractor: 'J’y travaille à contrat',
  employment_former: 'J’y ai déjà travaillé',
  employment_none: 'Je n’ai pas d’emploi',
  former_company: 'Employeur que vous avez quitté à la retraite',
  former_hint:
    'Beaucoup d’employeurs jumellent aussi les dons de leurs retraités. Il n’est pas dans la liste? Choisissez «\u00a0Autre\u00a0» et gardez ce que vous avez écrit. Nous vérifierons.',
  former_question:
    'De quel employeur êtes-vous à la retraite? Si vous n’en avez pas à nommer, choisissez «\u00a0Je n’ai pas d’emploi\u00a0» ci-dessous.',

  missing: 'Veuillez remplir tous les champs obligatoires.',
  needed: 'Ce champ est obligatoire.',
  too_long: 'C’est trop long.',
  wrong_email: 'Veuillez inscrire une adresse de courriel valide.',
  ...frenchFormTexts,

  frame: frenchLayoutTexts,
}
