import type { suggestions } from '@twofold/contract'
import { inGuillemets } from '@twofold/matching'
import { countedIn } from '../counted.ts'
import type { GroupTotal, OtherEmailTexts } from '../system-email-texts.ts'

const counted = countedIn('fr-CA')

const whyAdmin = (organization: string): string =>
  `Vous recevez ce courriel parce que vous administrez ${organization} dans Twofold.`

const blockedActions =
  'Les clés d’API que son équipe avait créées ou vues ont été supprimées, et les webhooks vers leurs adresses sont désactivés. ' +
  'Passez en revue vos utilisateurs et vos adresses de notification\u00a0: les personnes ajoutées par l’autre organisme y restent.'

const becauseTexts = {
  gone: 'Votre serveur a répondu 410 (Gone).',
  nothing_taken: 'Dix envois ont échoué en trois jours.',
} as const

const describeTotal = ({ nonprofit, ein, gifts, donors, given, requested }: GroupTotal): string =>
  `${nonprofit}${ein ? ` (EIN ${ein})` : ''}\u00a0: ${counted(gifts, 'don', 'dons')} de ${counted(donors, 'membre du personnel', 'membres du personnel')}, ` +
  `${given} donnés, ${requested} demandés en jumelage`

const subjects: Readonly<Record<suggestions.SuggestionSubject, string>> = {
  program: 's’il jumelle les dons',
  ratio: 'le taux',
  minimum: 'le minimum',
  maximum: 'un maximum',
  deadline: 'la date limite',
  who: 'qui peut participer',
  nonprofits: 'quels organismes',
  how: 'comment demander le jumelage',
  company: 'le nom de l’entreprise, ses autres noms ou ses domaines de courriel',
  other: 'autre chose',
}

export const frenchOtherEmails: OtherEmailTexts = {
  'donor-link': ({ organization, minutes }) => ({
    subject: `Votre demande de jumelage pour ${organization}`,
    heading: 'Ouvrez votre demande de jumelage',
    before: [
      `Vous avez demandé à voir, ou à corriger, le jumelage de votre don à ${organization}. Ouvrez le lien et appuyez sur le ` +
        `bouton de la page. Il fonctionne une seule fois, dans les ${minutes} prochaines minutes.`,
    ],
    button: 'Ouvrir ma demande de jumelage',
    after:
      'Si vous ne l’avez pas demandé, ne tenez pas compte de ce courriel\u00a0: rien n’est montré ni changé sans lui.',
    why: `Vous recevez ce courriel parce que quelqu’un l’a demandé, au sujet d’un don fait avec votre adresse à ${organization}.`,
  }),

  'donor-handover': ({ organization, email, days }) => ({
    subject: `Transférer votre demande de jumelage pour ${organization} à une autre adresse?`,
    heading: 'À confirmer',
    before: [
      `Une personne qui a ouvert le lien à usage unique vers votre demande de jumelage pour ${organization} a demandé de la transférer à ${email}. ` +
        'La personne à cette adresse recevra nos courriels à ce sujet et gérera la demande.',
      `Si c’est exact, ouvrez le lien dans les ${days} prochains jours et appuyez sur le bouton de la page.`,
    ],
    button: 'La transférer',
    after: 'Sinon, ne faites rien\u00a0: la demande reste la vôtre, et rien n’a changé.',
    why: `Vous recevez ce courriel parce que votre adresse est inscrite pour un don à ${organization}.`,
  }),

  'donor-data': ({ organization, request, minutes }) => ({
    subject: request === 'copy' ? `Vos données chez ${organization}` : `Effacer vos données chez ${organization}?`,
    heading: request === 'copy' ? 'Une copie de vos données' : 'À confirmer',
    before: [
      request === 'copy'
        ? `Quelqu’un a utilisé un lien de notre courriel pour demander une copie de ce qui est conservé sur vous dans Twofold pour ${organization}. ` +
          `Ouvrez le lien et appuyez sur le bouton de la page. Il fonctionne une seule fois, dans les ${minutes} prochaines minutes.`
        : `Quelqu’un a utilisé un lien de notre courriel pour faire effacer ce qui est conservé sur vous dans Twofold pour ${organization}. ` +
          `Si c’est exact, ouvrez le lien et appuyez sur le bouton de la page. Il fonctionne une seule fois, dans les ${minutes} prochaines minutes. ` +
          'Ce qui est effacé ne peut pas être récupéré.',
    ],
    button: request === 'copy' ? 'Obtenir mes données' : 'Effacer mes données',
    after: 'Si ce n’était pas vous, ne tenez pas compte de ce courriel\u00a0: rien n’est remis ni effacé sans lui.',
    why: `Vous recevez ce courriel parce que quelqu’un l’a demandé, au sujet de dons faits avec votre adresse à ${organization}.`,
  }),

  contact: ({ name, email, subject, message }) => ({
    subject: 'Un message du formulaire de contact',
    heading: 'Un message du formulaire de contact',
    before: [
      'Quelqu’un a envoyé ce message avec le formulaire de contact de Twofold.',
      `De la part de\u00a0: ${name} <${email}>\nObjet\u00a0: ${subject}`,
      message,
    ],
    after: 'Votre réponse va à cette personne. Nous n’avons pas vérifié son adresse.',
    why: 'Vous recevez ce courriel parce que votre adresse est celle du soutien de Twofold.',
  }),

  'group-list': ({ organization, company, by, totals }) => ({
    subject: `Demandes de jumelage pour ${organization}\u00a0: dons du personnel, ${company}`,
    heading: 'Des dons de votre personnel à jumeler',
    before: [
      `${organization} confirme avoir reçu les dons de la liste jointe de personnes qui travaillent chez ${company}, et vous demande de les jumeler.`,
      totals.map(describeTotal).join('\n'),
      'La liste donne, pour chaque don, sa date, son montant et le jumelage demandé.',
    ],
    after: `Une réponse à ce courriel va à ${organization}.`,
    why: `Vous recevez ce courriel parce que ${by} a soumis ces dons pour ${organization} et a indiqué votre adresse pour les dons jumelés chez ${company}.`,
  }),

  'suggestion-answered': ({ company, about, value, accepted, changed, reason, isDonor }) => ({
    subject: accepted
      ? `Votre correction a été acceptée\u00a0: ${company}`
      : `Au sujet de votre correction\u00a0: ${company}`,
    heading: accepted ? 'Votre correction a été acceptée' : 'Nous n’avons pas fait ce changement',
    before: [
      `Vous nous avez écrit au sujet du programme de jumelage chez ${company} (${subjects[about]})\u00a0: ${inGuillemets(value, '\u00a0')}`,
      accepted
        ? changed
          ? 'Merci. C’est maintenant dans le répertoire.'
          : 'Merci. Vous avez raison. Ce que le répertoire en dit reste tel quel pour l’instant.'
        : 'Merci de nous l’avoir dit. Nous avons vérifié la source et n’avons rien changé.',
      ...(reason ? [`${accepted ? 'Une note de notre part' : 'Pourquoi'}\u00a0: ${reason}`] : []),
    ],
    ...(isDonor ? {} : { button: 'Ouvrir l’entreprise' }),
    why: 'Vous recevez ce courriel parce que vous avez proposé une correction dans Twofold.',
  }),

  'verification-due': ({ organization, count, first, matches }) => ({
    subject: `${organization}\u00a0: ${counted(count, 'jumelage', 'jumelages')} à confirmer ou à signer, ${count === 1 ? '' : 'le premier '}au plus tard le ${first}`,
    heading:
      count === 1
        ? `Un jumelage à confirmer ou à signer au plus tard le ${first}`
        : `${count} jumelages à confirmer ou à signer bientôt`,
    before: [
      'Les employeurs ne paient que ce que vous confirmez à temps. Ceux-ci attendent votre signature ou votre confirmation\u00a0:',
      [
        ...matches.map(
          ({ donor, company, worth, until }) =>
            `Au plus tard le ${until}\u00a0: ${donor || 'un donateur'}, ${company || 'employeur inconnu'}${worth ? `, jusqu’à ${worth}` : ''}`,
        ),
        ...(count > matches.length ? [`Et ${count - matches.length} de plus.`] : []),
      ].join('\n'),
    ],
    button: 'Confirmer ou signer',
    after: 'C’est déjà fait? Marquez-le comme vérifié sur cette page, et nous cesserons les rappels.',
    why: `Vous recevez ce courriel parce que votre adresse est le contact principal ou une adresse de notification de ${organization}, ou de son organisme parent.`,
  }),

  report: ({ organization, report, frequency, setBy, from, to, withExternal, figures, news }) => ({
    subject: `Votre rapport\u00a0: ${report}, ${organization}`,
    heading: report,
    before: [
      from && to
        ? `Dons du ${from} au ${to}, pour ${organization}.`
        : from
          ? `Dons depuis le ${from}, pour ${organization}.`
          : to
            ? `Dons jusqu’au ${to}, pour ${organization}.`
            : `Dons de toutes les dates, pour ${organization}.`,
      withExternal ? 'Les jumelages externes sont comptés.' : 'Les jumelages externes n’y sont pas.',
      figures
        ? `${counted(figures.gifts, 'don', 'dons')}\nDonné\u00a0: ${figures.given}\nJumelage estimé\u00a0: ${figures.estimated}\n` +
          `Demandé aux employeurs\u00a0: ${figures.submitted}\nReçu\u00a0: ${figures.received}`
        : 'Ce rapport est trop volumineux pour un courriel. Téléchargez-le pour voir les chiffres.',
      ...(news
        ? [`Donné du ${news.from} au ${news.to}\u00a0: ${counted(news.gifts, 'don', 'dons')}, ${news.given}.`]
        : []),
    ],
    button: 'Ouvrir le rapport',
    after: 'Connectez-vous pour voir les lignes avec les noms des donateurs, en tableau ou en téléchargement.',
    stop: 'Ne plus recevoir ce rapport par courriel',
    why: setBy
      ? `Vous recevez ce courriel parce que ${setBy} vous fait envoyer ce rapport chaque ${frequency === 'weekly' ? 'semaine' : 'mois'}.`
      : `Vous recevez ce courriel parce que vous vous faites envoyer ce rapport chaque ${frequency === 'weekly' ? 'semaine' : 'mois'}.`,
  }),

  'report-file': ({ organization, name, format, rows, until }) => ({
    subject: `Votre fichier est prêt\u00a0: ${name}, ${organization}`,
    heading: 'Votre fichier est prêt',
    before: [
      `Votre fichier ${format} ${inGuillemets(name, '\u00a0')} pour ${organization} est prêt (${rows} lignes).`,
      `Connectez-vous pour le télécharger sous Reports jusqu’au ${until}.`,
    ],
    button: 'Voir vos fichiers',
    after: 'Il contient les noms des donateurs\u00a0: nous ne l’avons donc pas joint.',
    why: 'Vous recevez ce courriel parce que vous avez demandé ce fichier et que sa création a pris du temps.',
  }),

  'erasure-soon': ({ organization, day, parent }) => ({
    subject: `${organization} sera effacé le ${day}`,
    heading: `Tout le contenu de ${organization} sera effacé le ${day}`,
    before: [
      `${organization} est fermé. Le ${day}, nous effacerons pour toujours ses donateurs, dons, jumelages, courriels, fichiers et réglages. Ensuite, personne ne pourra les rétablir.`,
      'Pour garder une copie, choisissez «\u00a0Export everything\u00a0» sous Organization, Settings avant ce jour.',
      parent
        ? `Pour garder l’organisme, demandez à un administrateur de ${parent} de le rouvrir\u00a0; ses sections s’ouvrent avec lui.`
        : 'Pour garder l’organisme, choisissez-y «\u00a0Reopen this organization\u00a0», et rien n’est effacé.',
    ],
    button: parent ? 'Exporter' : 'Exporter ou rouvrir',
    after:
      'Si vous voulez qu’il soit effacé, vous n’avez rien à faire. Nous conservons les factures et les paiements pour notre comptabilité, sans noms de donateurs. ' +
      'Votre compte est effacé aussi si vous n’appartenez à aucun autre organisme.',
    why: whyAdmin(organization),
  }),

  'webhook-disabled': ({ url, organization, because }) => ({
    subject: `Un webhook a été désactivé\u00a0: ${organization}`,
    heading: 'Un webhook a été désactivé',
    before: [
      `Nous avons désactivé le webhook https://${url} pour ${organization}.\n${becauseTexts[because]}`,
      'Nous n’y envoyons plus rien. Quand votre serveur sera prêt, réactivez le webhook sous Integrations, Webhooks, ' +
        'et renvoyez depuis son journal ce qu’il a manqué.',
    ],
    button: 'Ouvrir les webhooks',
    after: 'Si une autre personne s’occupe de ce serveur, transférez-lui ce courriel.',
    why: whyAdmin(organization),
  }),

  'chapter-asked': ({ organization, parent, askedBy, days }) => ({
    subject: `${organization} souhaite-t-il devenir une section?`,
    heading: 'Devenir la section d’un autre organisme?',
    before: [
      `Un autre organisme de Twofold invite ${organization} à devenir sa section.`,
      `Organisme\u00a0: ${parent}\nInvitation de\u00a0: ${askedBy}`,
      'Si vous acceptez, son équipe pourra voir et modifier vos dons, vos donateurs, vos listes et vos réglages avec le même accès que chez elle; ' +
        'ses clés d’API et ses webhooks recevront vos dons, et c’est cet organisme qui paiera vos frais. Vous gardez votre équipe et pouvez repartir en tout temps.',
      `Cet organisme ne voit rien avant votre accord. L’invitation est valide pendant ${days} jours.`,
    ],
    button: 'Ouvrir le portail',
    after: 'Si vous ne le connaissez pas, refusez ou ignorez ce courriel. Rien ne change.',
    why: whyAdmin(organization),
  }),

  'chapter-joined': ({ organization, chapter }) => ({
    subject: `${chapter} est maintenant une section\u00a0: ${organization}`,
    heading: 'Vous avez une nouvelle section',
    before: [
      `${chapter} a accepté. Votre équipe peut maintenant y travailler, et vos listes et vos totaux comprennent tous ses dons, passés et nouveaux.`,
    ],
    button: 'Ouvrir le portail',
    why: whyAdmin(organization),
  }),

  'chapter-left': ({ organization, other, isParent, needsSetup }) => ({
    subject: isParent
      ? `${other} n’est plus votre section (${organization})`
      : `${organization} n’est plus une section (${other})`,
    heading: isParent ? 'Une section est partie' : 'Vous n’êtes plus une section',
    before: [
      isParent
        ? `${other} garde ses dons, ses donateurs et ses réglages. Vos listes et vos totaux ne les comprennent plus, et vous ne payez plus ses frais.`
        : `Vous gardez vos dons, vos donateurs, votre équipe et vos réglages. L’organisme ${other} ne les voit plus et ne paie plus vos frais. Voyez Billing.`,
      ...(needsSetup
        ? [
            'Sa configuration ne compte plus pour la vôtre. Terminez la vôtre dans le tableau de bord. D’ici là, les nouveaux dons attendent, et nous n’écrivons pas aux donateurs à leur sujet.',
          ]
        : []),
      ...(isParent ? [] : [blockedActions]),
    ],
    button: 'Ouvrir le portail',
    why: whyAdmin(organization),
  }),
}
