import { countedIn } from '../counted.ts'
import type { AccountEmailTexts, FactorChanges, Invited } from '../system-email-texts.ts'

const counted = countedIn('fr-CA')

// The portal is in English, so its buttons keep their English names.

const youAsked = 'Vous recevez ce courriel parce que quelqu’un a inscrit votre adresse dans Twofold.'

const yourAccount =
  'Vous recevez ce courriel parce que vous avez un compte Twofold. Nous envoyons toujours les courriels sur sa sécurité.'

// Strangers choose these names and the recipient, so neither the subject nor the first line contains them.
const reasonOf = ({ organization, invitedBy }: Invited): string[] =>
  invitedBy
    ? [
        'Quelqu’un vous invite à travailler aux dons jumelés dans Twofold.',
        `Organisme\u00a0: ${organization}\nInvitation de\u00a0: ${invitedBy}`,
      ]
    : ['Votre organisme est inscrit dans Twofold, et vous l’administrez.', `Organisme\u00a0: ${organization}`]

const whyInvited = ({ organization, invitedBy }: Invited): string =>
  invitedBy
    ? `Vous recevez ce courriel parce que votre adresse a été donnée par ${invitedBy} pour ${organization}.`
    : `Vous recevez ce courriel parce que votre adresse a été donnée à l’inscription de l’organisme ${organization}.`

const forgot = '«\u00a0Forgot password?\u00a0»'

const changes: FactorChanges = {
  app_added: () => 'Une application d’authentification a été ajoutée.',
  app_removed: () => 'Votre application d’authentification a été retirée.',
  codes_renewed: () => 'Vos codes de récupération ont été remplacés.',
  passkey_added: (name) => `Une clé d’accès a été ajoutée\u00a0: ${name}.`,
  passkey_removed: (name) => `Une clé d’accès a été retirée\u00a0: ${name}.`,
  changed: () => 'Votre connexion en deux étapes ou vos codes de récupération ont été changés.',
}

export const frenchAccountEmails: AccountEmailTexts = {
  'magic-link': ({ minutes }) => ({
    subject: 'Votre lien de connexion à Twofold',
    heading: 'Connexion à Twofold',
    before: [
      `Ouvrez le lien, puis appuyez sur «\u00a0Sign in\u00a0». Il fonctionne une seule fois, dans les ${minutes} prochaines minutes.`,
    ],
    button: 'Ouvrir la page de connexion',
    code: 'Dans un autre navigateur ou sur un autre appareil, entrez ce code\u00a0:',
    after:
      'Si vous ne l’avez pas demandé, ne tenez pas compte de ce courriel\u00a0: personne ne peut se connecter sans lui. Ne donnez ce code à personne; ' +
      'nous ne le demandons jamais.',
    why: youAsked,
  }),

  'reset-password': ({ minutes }) => ({
    subject: 'Choisir un nouveau mot de passe pour Twofold',
    heading: 'Choisir un nouveau mot de passe',
    before: [
      `Ouvrez le lien et choisissez un nouveau mot de passe. Il fonctionne une seule fois, dans les ${minutes} prochaines minutes.`,
    ],
    button: 'Choisir un nouveau mot de passe',
    after: 'Si vous ne l’avez pas demandé, ne tenez pas compte de ce courriel\u00a0: votre mot de passe reste le même.',
    why: youAsked,
  }),

  'password-changed': () => ({
    subject: 'Votre mot de passe Twofold a été changé',
    heading: 'Votre mot de passe a été changé',
    before: [
      'Un nouveau mot de passe vient d’être choisi pour votre compte. Toutes les sessions ouvertes ont été fermées, et les liens ' +
        'que nous avions envoyés ne fonctionnent plus.',
    ],
    button: 'Se connecter',
    after: `Si ce n’était pas vous, appuyez tout de suite sur ${forgot} sur cette page, et communiquez avec le soutien.`,
    why: yourAccount,
  }),

  'first-password': ({ days, ...about }) => ({
    subject: about.invitedBy
      ? 'On vous invite dans Twofold'
      : 'Votre organisme est inscrit\u00a0: créez votre mot de passe Twofold',
    heading: 'Créez votre mot de passe',
    before: [
      ...reasonOf(about),
      `Choisissez un mot de passe pour commencer. Le lien fonctionne une seule fois, dans les ${days} prochains jours; ensuite, ${forgot} ` +
        'sur la page de connexion vous en envoie un nouveau.',
    ],
    button: 'Créer votre mot de passe',
    after: 'Vous ne vous y attendiez pas? Vous pouvez ignorer ce courriel.',
    why: whyInvited(about),
  }),

  'member-added': (about) => ({
    subject: about.invitedBy
      ? 'On vous invite dans un autre organisme dans Twofold'
      : 'Votre organisme est maintenant dans Twofold',
    heading: about.invitedBy ? 'Vous avez un nouvel organisme' : 'Votre organisme est inscrit',
    before: [...reasonOf(about), 'Vous avez déjà un compte\u00a0: connectez-vous comme d’habitude.'],
    button: 'Ouvrir le portail',
    after: 'Vous ne vous y attendiez pas? Communiquez avec le soutien.',
    why: whyInvited(about),
  }),

  'factors-changed': ({ change, name }) => ({
    subject: 'Vos paramètres de connexion à Twofold ont changé',
    heading: 'Vos paramètres de connexion ont changé',
    before: [changes[change](name)],
    button: 'Se connecter',
    after: `Si ce n’était pas vous, appuyez tout de suite sur ${forgot} sur cette page, et communiquez avec le soutien.`,
    why: yourAccount,
  }),

  'attempts-refused': ({ attempts, passedFirst, accesses }) => ({
    subject: 'Tentatives refusées sur votre compte Twofold',
    heading: 'Quelqu’un a essayé de se connecter à votre place',
    before: [
      ...(attempts > 0
        ? [
            `En une heure, ${counted(attempts, 'tentative', 'tentatives')} d’utiliser votre compte avec un mauvais mot de passe ou un mauvais code ${attempts === 1 ? 'a été refusée' : 'ont été refusées'}.`,
          ]
        : []),
      ...(passedFirst > 0
        ? [
            `${counted(passedFirst, 'd’entre elles a', 'd’entre elles ont')} franchi la première étape de la connexion. Si ce n’était pas vous, ` +
              'quelqu’un connaît votre mot de passe ou peut lire vos courriels. Changez votre mot de passe tout de suite.',
          ]
        : []),
      ...(accesses > 0
        ? [
            `Quelqu’un connecté à votre compte a tenté ${counted(accesses, 'fois', 'fois')} d’ouvrir du contenu auquel vous n’avez pas accès.`,
          ]
        : []),
      'Si c’était vous, il n’y a rien à faire. L’activité récente de votre compte montre quand, d’où et avec quel appareil.',
    ],
    button: 'Ouvrir votre compte',
    after:
      'Si ce n’était pas vous, choisissez un mot de passe que vous n’utilisez nulle part ailleurs et activez la connexion en deux étapes, qui arrête quiconque connaît votre ' +
      'mot de passe. Nous envoyons au plus un de ces courriels par heure.',
    why: yourAccount,
  }),

  'email-confirm': ({ minutes }) => ({
    subject: 'Confirmez votre nouvelle adresse pour Twofold',
    heading: 'Confirmez votre nouvelle adresse',
    before: [
      'Quelqu’un veut désormais se connecter à Twofold avec cette adresse. Si c’est vous, ouvrez le lien et appuyez sur le ' +
        `bouton de la page. Il fonctionne une seule fois, dans les ${minutes} prochaines minutes.`,
    ],
    button: 'Confirmer cette adresse',
    after: 'Ce n’est pas vous? Vous pouvez ignorer ce courriel. Rien ne change sans lui.',
    why: youAsked,
  }),

  'email-asked': ({ email }) => ({
    subject: 'Une nouvelle adresse pour votre compte Twofold',
    heading: 'Quelqu’un a demandé de changer votre adresse',
    before: [
      `L’adresse de votre compte est sur le point de devenir ${email}. Rien n’a encore changé\u00a0: il faut d’abord ouvrir le lien ` +
        'que nous y avons envoyé.',
    ],
    button: 'Ouvrir votre compte',
    after: 'Si ce n’était pas vous, annulez-y le changement et choisissez un nouveau mot de passe.',
    why: yourAccount,
  }),

  'email-changed': ({ email }) => ({
    subject: 'Votre adresse Twofold a été changée',
    heading: 'Votre adresse a été changée',
    before: [
      `Vous vous connectez maintenant avec ${email}, et les courriels sur votre compte y sont envoyés. L’adresse actuelle ne sert plus.`,
    ],
    button: 'Communiquer avec le soutien',
    after: 'Si ce n’était pas vous, écrivez-nous tout de suite.',
    why: yourAccount,
  }),
}
