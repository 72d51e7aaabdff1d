import { inGuillemets } from '@twofold/matching'
import { frenchLayoutTexts } from '../../shared/donor-layout-texts.ts'
import type { DonorTexts } from './english.ts'

/** Quebec typography: a non-breaking space before a colon and inside guillemets, and no space before ? ! ; */
export const french: DonorTexts = {
  locale: 'fr-CA',
  title: 'Modifier votre demande de jumelage',

  ask: 'Pour protéger vos renseignements, rien n’est montré ici. Nous enverrons un lien à usage unique à l’adresse indiquée avec votre don.',
  ask_press: 'Envoyez-moi le lien',
  open: 'Vous avez ouvert le lien de votre courriel. Appuyez sur le bouton pour voir votre demande de jumelage.',
  open_press: 'Ouvrir ma demande de jumelage',

  hand_over: (email) =>
    `Quelqu’un a demandé de confier votre demande de jumelage à ${email}. Si vous acceptez, seule cette adresse pourra la modifier, et les liens de vos courriels précédents ne fonctionneront plus.`,
  hand_over_press: 'La confier',
  hand_over_not: 'Vous n’avez rien demandé? Fermez cette page. Rien ne change avant que vous appuyiez sur le bouton.',
  handed_over: (organization, email) =>
    `C’est fait. Désormais, les courriels sur votre don à ${organization} vont à ${email}, et seule la personne qui lit cette adresse peut modifier la demande.`,

  loaded: 'La demande de jumelage est affichée.',
  saved: 'La demande de jumelage est à jour.',
  waiting: (stored, other, name) =>
    name
      ? `Nous avons écrit à ${stored}. Quand la personne qui lit cette adresse aura accepté, cette demande ira à ${other}, au nom de ${name}; d’ici là, ni le courriel ni le nom ne changent.`
      : `Nous avons écrit à ${stored}. Quand la personne qui lit cette adresse aura accepté, cette demande ira à ${other}; d’ici là, le courriel ne change pas.`,
  next: 'Voir la prochaine étape',
  page: 'Voir la page de cette demande',
  closed: (organization) =>
    `Plus rien ne peut être modifié ici\u00a0: votre employeur a déjà cette demande, ou elle a été fermée. Si quelque chose est inexact, veuillez écrire à ${organization}.`,

  donor_name: 'Nom de la personne qui a donné',
  email: 'Courriel',
  company: 'Entreprise qui jumelle le don',
  company_unknown: 'Inconnue',
  company_hint:
    'Elle n’est pas dans la liste? Choisissez «\u00a0Autre\u00a0» et gardez ce que vous avez écrit\u00a0: nous ferons la recherche.',
  amount: 'Montant du don',
  amount_hint: (organization) =>
    `Tel qu’il a été inscrit par ${organization}. S’il est inexact, c’est là qu’on peut le corriger.`,
  moves: (stored) =>
    `Changer le courriel, c’est confier cette demande de jumelage à quelqu’un\u00a0: la personne qui lit la nouvelle adresse en aura la maîtrise. Nous demandons d’abord à ${stored}, et rien ne bouge avant cette réponse.`,
  press: 'Mettre la demande à jour',
  pressed: 'Mise à jour...',

  employment: 'Quel est votre lien avec cette entreprise?',
  employment_unsaid: 'Choisissez, si vous le savez',
  employment_employee: 'J’y travaille',
  employment_part_time: 'J’y travaille à temps partiel',
  employment_retired: 'J’y ai pris ma retraite',
  employment_board: 'Je siège à son conseil d’administration',
  employment_spouse: 'Mon conjoint ou ma conjointe y travaille',
  employment_contractor: 'J’y travaille à contrat',
  employment_former: 'J’y ai déjà travaillé',
  employment_none: 'Je n’ai pas d’emploi',
  former_company: 'Employeur dont vous êtes à la retraite',
  former_hint:
    'Beaucoup d’employeurs jumellent aussi les dons de leurs retraités. Il n’est pas dans la liste? Choisissez «\u00a0Autre\u00a0» et gardez ce que vous avez écrit\u00a0: nous vérifierons.',
  former_question:
    'De quel employeur êtes-vous à la retraite? Si vous n’en avez pas à nommer, choisissez «\u00a0Je n’ai pas d’emploi\u00a0» ci-dessous.',

  missing: 'Veuillez remplir tous les champs obligatoires.',
  needed: 'Ce champ est obligatoire.',
  too_long: 'C’est trop long.',
  wrong_email: 'Veuillez inscrire une adresse de courriel valide.',
  error: 'Erreur\u00a0: ',
  network: 'Erreur de réseau. Veuillez vérifier votre connexion.',
  too_many: 'Trop d’essais en peu de temps. Veuillez attendre un moment, puis réessayer.',
  reload: 'Twofold a été mis à jour depuis l’ouverture de cette page. Veuillez la recharger.',
  failed: 'Un problème est survenu de notre côté. Veuillez réessayer.',

  search: {
    type: 'Écrivez le nom de l’employeur',
    more: 'Écrivez au moins 3 caractères',
    waiting: 'Recherche...',
    none: 'Aucun employeur trouvé',
    other: (typed) => `Autre\u00a0: ${inGuillemets(typed, '\u00a0')}`,
    list: 'Suggestions',
    found: (count) => (count < 2 ? `${count} résultat` : `${count} résultats`),
  },

  frame: frenchLayoutTexts,
}
