import type { MailTexts } from '../catalogue.ts'
import { frenchDeadlines } from '../deadlines.ts'
import { gifts } from '../gifts.ts'

// No name of an employer or an organization follows a word that elides before a vowel ("de", "que").

const greeting = '{has_first_name, select, yes {Bonjour {donor_first_name},} other {Bonjour,}}'
const salutation = 'Avec toute notre gratitude,\n{receiving_org_name}'

const thanks =
  '{has_several, select, yes {Merci pour vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}.} other {Merci pour votre don de {gift_amount} à {receiving_org_name}{has_donation_date, select, yes {, fait le {donation_date}} other {}}.}}'

const couldBring =
  '{matching_employer_name} jumelle les dons de son personnel. ' +
  `{has_match, select, yes {${gifts('Le vôtre pourrait', 'Les vôtres pourraient')} recevoir {match_amount} de plus, sans frais pour vous.} other {${gifts('Le vôtre pourrait', 'Les vôtres pourraient')} l’être aussi, sans frais pour vous.}}`

const campaign = '{has_campaign_msg, select, yes {{campaign_msg}} other {}}'

const inTime =
  `{has_deadline, select, yes {À faire au plus tard le {deadline}. Ensuite, {matching_employer_name} n’acceptera plus de demande pour ${gifts('ce don', 'ces dons')}.} ` +
  `several {${frenchDeadlines} {matching_employer_name} n’accepte pas les demandes tardives.} ` +
  'other {La plupart des employeurs n’acceptent les demandes que pendant quelques mois.}}'

const tellUs =
  'Demande déjà faite? Dites-le sur votre page, et nous n’enverrons plus de rappel. ' +
  'Le jumelage est versé directement à {receiving_org_name}.'

const ifWrong =
  'Vous travaillez ailleurs? Dites-le-nous sur votre page, et nous vérifierons de nouveau. Vous pensez qu’il y a une erreur? {has_reply, select, yes {Répondez simplement à ce courriel.} other {Écrivez à {receiving_org_name}.}}'

const atWork = `${gifts('Votre don est', 'Vos dons sont')} déjà à l’œuvre, et nous vous en remercions.`

const matchSubject =
  '{has_match, select, yes {{matching_employer_name} pourrait ajouter {match_amount} à {has_several, select, yes {vos dons} other {votre don}}} ' +
  `other {{matching_employer_name} jumelle peut-être ${gifts('votre don', 'vos dons')}}}`

const stillThere =
  'Petit rappel\u00a0: {matching_employer_name} peut encore {has_match, select, yes {ajouter {match_amount} à} other {jumeler}} ' +
  `${gifts('votre don de {gift_amount} à {receiving_org_name}', 'vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}')}, sans frais pour vous.`

const notYetMatched =
  `${gifts('Votre don de {gift_amount} à {receiving_org_name} n’a pas encore été jumelé', 'Vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}, n’ont pas encore été jumelés')}. ` +
  `{matching_employer_name} pourrait {has_match, select, yes {y ajouter {match_amount}} other {${gifts('le', 'les')} jumeler}}, mais seulement si vous en faites la demande` +
  '{has_deadline, select, yes {.} several { à temps.} other {. Ceci est notre dernier rappel.}}'

const reminders = {
  subject2: `{has_match, select, yes {Rappel\u00a0: {matching_employer_name} peut encore ajouter {match_amount}} other {Rappel\u00a0: {matching_employer_name} jumelle peut-être ${gifts('votre don', 'vos dons')}}}`,
  preheader2: 'Il reste une étape{has_deadline, select, yes {, au plus tard le {deadline}} other {}}.',
  header2: gifts('Votre don peut encore être jumelé', 'Vos dons peuvent encore être jumelés'),
  paragraph_one_2: stillThere,
  subject3: `{has_deadline, select, yes {Demandez le jumelage de ${gifts('votre don', 'vos dons')} à {receiving_org_name} au plus tard le {deadline}} several {Demandez le jumelage de {first_gifts, select, several {vos premiers dons} other {votre premier don}} à {receiving_org_name} au plus tard le {deadline}} other {Dernier rappel\u00a0: ${gifts('votre don à {receiving_org_name} peut encore être jumelé', 'vos dons à {receiving_org_name} peuvent encore être jumelés')}}}`,
  preheader3: 'Chez {matching_employer_name}, seuls les jumelages demandés sont versés.',
  header3: gifts('Votre don n’a pas encore été jumelé', 'Vos dons n’ont pas encore été jumelés'),
  paragraph_one_3: notYetMatched,
} as const

export const frenchMails: MailTexts = {
  6: {
    ...reminders,
    subject1: matchSubject,
    preheader1:
      'Un formulaire papier à signer et à poster{has_deadline, select, yes {, au plus tard le {deadline}} other {}}.',
    header1: gifts('Votre don peut aller plus loin', 'Vos dons peuvent aller plus loin'),
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'Signez et postez un formulaire',
    step_one_text:
      '{matching_employer_name} utilise un formulaire papier. Votre page {has_form, select, yes {contient le formulaire et montre} other {vous dit où obtenir le formulaire,}} quoi y inscrire et où le poster.',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Voir le formulaire} other {Voir quoi faire}}',
    paragraph_two: 'Formulaire déjà posté? Dites-le sur votre page, et nous n’enverrons plus de rappel.',
    paragraph_three: campaign,
    salutation,
  },
  7: {
    ...reminders,
    subject1: matchSubject,
    preheader1:
      'Quelques minutes dans votre portail de dons{has_deadline, select, yes {, au plus tard le {deadline}} other {}}.',
    header1: gifts('Votre don peut aller plus loin', 'Vos dons peuvent aller plus loin'),
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'Demandez votre jumelage en quelques minutes',
    step_one_text:
      '{has_portal_link, select, yes {Votre page mène à {has_vendor, select, yes {{matching_employer_vendor}} other {votre portail de dons}} et contient} other {Votre page décrit les étapes{has_vendor, select, yes { dans {matching_employer_vendor}} other {}} et contient}} tout ce qu’il faut pour remplir la demande.',
    step_one_note: inTime,
    step_one_btn: `Faire jumeler ${gifts('mon don', 'mes dons')}`,
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  8: {
    ...reminders,
    subject1: matchSubject,
    preheader1:
      '{has_contact, select, yes {Un court courriel, déjà rédigé} other {Une courte lettre, déjà rédigée}} pour vous{has_deadline, select, yes {. À envoyer au plus tard le {deadline}} other {}}.',
    header1: gifts('Votre don peut aller plus loin', 'Vos dons peuvent aller plus loin'),
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title:
      'Envoyez {has_contact, select, yes {un court courriel} other {une courte lettre}} à votre employeur',
    step_one_text:
      '{has_contact, select, yes {Nous l’avons rédigé pour vous. Copiez-le depuis votre page et envoyez-le à {matching_employer_contact_email}.} other {Nous l’avons rédigée pour vous. Copiez-la depuis votre page et envoyez-la{has_contact_address, select, yes { à {matching_employer_contact_address}} other {}}.}}',
    step_one_note: inTime,
    step_one_btn: '{has_contact, select, yes {Voir le courriel} other {Voir la lettre}}',
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  25: {
    ...reminders,
    subject1: matchSubject,
    preheader1:
      'Un formulaire à {has_filled_form, select, yes {vérifier} other {remplir}} et à signer{has_deadline, select, yes {, au plus tard le {deadline}} other {}}.',
    header1: gifts('Votre don peut aller plus loin', 'Vos dons peuvent aller plus loin'),
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title:
      '{has_filled_form, select, yes {Vérifiez et signez un formulaire} other {Remplissez et signez un formulaire}}',
    step_one_text:
      '{matching_employer_name} utilise un formulaire de don jumelé. {has_filled_form, select, yes {Nous y avons inscrit ce que nous savons. Vérifiez-le et signez-le sur votre page.} other {Votre page {has_form, select, yes {le contient} other {dit où l’obtenir}} et montre quoi y inscrire.}}',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Voir le formulaire} other {Voir quoi faire}}',
    paragraph_two: 'Le jumelage est versé directement à {receiving_org_name}.',
    paragraph_three: campaign,
    salutation,
  },
  9: {
    subject1: 'Pouvez-vous nous aider au sujet du jumelage chez {matching_employer_name}?',
    preheader1: 'Nous ne savons pas encore comment faire la demande. Vous le savez peut-être.',
    header1: 'Pouvez-vous nous aider?',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} pourrait ${gifts('le', 'les')} jumeler, mais nous ne savons pas encore comment en faire la demande. {missing_policy_block}`,
    step_one_title: 'Savez-vous comment cela fonctionne?',
    step_one_text:
      'Un lien vers le portail de dons, le formulaire ou le nom d’une personne aux ressources humaines nous aiderait, ainsi que vos collègues qui donnent. {has_reply, select, yes {Il suffit de répondre à ce courriel.} other {Dites-le à {receiving_org_name}.}}',
    step_one_note:
      'Un doute? Demandez aux ressources humaines, ou cherchez «\u00a0dons jumelés\u00a0» dans votre intranet.',
    step_one_btn: 'Voir ce que nous savons',
    paragraph_two: 'Nous vous écrirons quand nous en saurons plus.',
    paragraph_three: '',
    salutation,
  },
  10: {
    subject1: 'Au sujet du minimum jumelé chez {matching_employer_name}',
    preheader1: `${gifts('Votre don est inférieur', 'Ensemble, vos dons sont inférieurs')} au minimum jumelé chez {matching_employer_name}.`,
    header1: `Merci. ${gifts('Ce don est inférieur', 'Ces dons sont inférieurs')} au minimum`,
    greeting,
    paragraph_one_1:
      `${thanks} {matching_employer_name} jumelle les dons ` +
      `{has_min, select, yes {à partir de {matching_employer_min_match}} other {à partir d’un minimum}}\u00a0: ${gifts('celui-ci ne peut donc pas être jumelé à lui seul', 'ceux-ci ne peuvent donc pas être jumelés, même ensemble')}.`,
    step_one_title: '{later_gift_joins, select, yes {Les petits dons s’additionnent} other {Rien à faire}}',
    step_one_text:
      '{later_gift_joins, select, no {Si vous donnez de nouveau, un don{has_min, select, yes { de {matching_employer_min_match} ou plus} other { au-dessus du minimum}} pourra être jumelé.} ' +
      'other {Si vous donnez de nouveau à {receiving_org_name} au plus tard le {later_gift_until}, nous additionnerons vos dons. Quand ils atteindront le minimum, nous vous écrirons pour vous dire quoi faire.}}',
    step_one_note: '',
    step_one_btn: 'Voir les détails',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  11: {
    subject1: `Au sujet du jumelage de ${gifts('votre don', 'vos dons')} à {receiving_org_name}`,
    preheader1: 'Nous avons vérifié les règles chez {matching_employer_name}.',
    header1: `Merci. ${gifts('Ce don ne peut pas être jumelé', 'Ces dons ne peuvent pas être jumelés')}`,
    greeting,
    paragraph_one_1: `${thanks} Nous avons vérifié si {matching_employer_name} pouvait ${gifts('le', 'les')} jumeler. {reason_text}`,
    step_one_title: 'Deux pistes à explorer',
    step_one_text:
      'Un autre employeur de votre ménage jumelle les dons? Indiquez son nom sur votre page, et nous vérifierons. Beaucoup d’employeurs donnent aussi aux organismes où leur personnel fait du bénévolat. Informez-vous auprès des ressources humaines.',
    step_one_note: atWork,
    step_one_btn: 'Voir ce que nous avons vérifié',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  15: {
    subject1: 'Comment {matching_employer_name} jumelle les dons',
    preheader1: 'Seuls les dons faits sur son propre site ou par la paie sont jumelés.',
    header1: 'La prochaine fois, votre don pourrait être jumelé',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} ne jumelle que les dons faits sur son propre site de dons ou par retenue sur la paie\u00a0: ${gifts('celui-ci ne peut donc pas être jumelé', 'ceux-ci ne peuvent donc pas être jumelés')}.`,
    step_one_title: 'Pour la prochaine fois',
    step_one_text:
      'Si vous souhaitez donner de nouveau, cherchez {receiving_org_name}{has_ein, select, yes { (EIN {receiving_org_ein})} other {}} sur le site de dons chez {matching_employer_name}. Le jumelage s’y ajoute.',
    step_one_note: '',
    step_one_btn: 'Voir les détails',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  19: {
    subject1: 'Nous avons cherché un programme de jumelage chez {matching_employer_name}',
    preheader1: 'Nous n’en avons pas trouvé, mais voici deux pistes.',
    header1: 'Merci. Nous n’avons pas trouvé de jumelage cette fois-ci',
    greeting,
    paragraph_one_1: `${thanks} Nous avons vérifié et n’avons trouvé aucun programme de jumelage chez {matching_employer_name}.`,
    step_one_title: 'Deux pistes à explorer',
    step_one_text:
      'Est-ce que {matching_employer_name} fait partie d’une plus grande entreprise? L’employeur de votre conjoint ou conjointe jumelle les dons? Indiquez ce nom sur votre page, et nous vérifierons.',
    step_one_note: atWork,
    step_one_btn: 'Voir ce que nous savons',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  23: {
    subject1: `Votre employeur pourrait-il jumeler ${gifts('votre don', 'vos dons')}?`,
    preheader1: 'Dites-nous où vous travaillez, et nous vérifierons.',
    header1: 'Où travaillez-vous?',
    greeting,
    paragraph_one_1: `${thanks} Des milliers d’entreprises jumellent les dons de leur personnel, souvent dollar pour dollar. Est-ce le cas de la vôtre?`,
    step_one_title: 'Donnez-nous le nom de votre employeur',
    step_one_text:
      'C’est tout ce qu’il nous faut. À la retraite? Beaucoup d’employeurs jumellent aussi les dons de leur personnel retraité.',
    step_one_note: 'Ce nom ne servira qu’à chercher un jumelage.',
    step_one_btn: 'Dire où je travaille',
    paragraph_two: 'Vous préférez ne pas le dire? Ignorez simplement ce courriel.',
    paragraph_three: '',
    salutation,
  },
  24: {
    subject2: `Rappel\u00a0: pouvons-nous chercher un jumelage pour ${gifts('votre don', 'vos dons')}?`,
    preheader2: `Nous ne vous le redemanderons pas pour ${gifts('ce don', 'ces dons')}.`,
    header2: 'Pouvons-nous chercher un jumelage?',
    paragraph_one_2:
      `Vous avez donné {gift_amount} à {receiving_org_name}${gifts('', ' en {gift_count} dons')}, et {has_employer, select, yes {{matching_employer_name}} other {votre employeur}} pourrait ${gifts('le', 'les')} jumeler. ` +
      'Nous ne vérifierons que si vous dites oui.',
    subject1: `Pouvons-nous chercher un jumelage pour ${gifts('votre don', 'vos dons')}?`,
    preheader1: `Votre employeur pourrait ${gifts('le', 'les')} jumeler. Nous demandons avant de vérifier.`,
    header1: 'Pouvons-nous chercher un jumelage?',
    greeting,
    paragraph_one_1: `${thanks} Beaucoup d’employeurs jumellent les dons de leur personnel. Nous aimerions vérifier si {has_employer, select, yes {{matching_employer_name}} other {le vôtre}} le fait et vous envoyer le résultat.`,
    step_one_title: 'C’est vous qui décidez',
    step_one_text: `Dites oui, et nous vérifierons ${gifts('ce don', 'ces dons')} et vous enverrons tout au plus quelques courriels. Dites non, et nous ne vous en parlerons plus. Sans réponse, nous ne vérifierons pas.`,
    step_one_note: '',
    step_one_btn: 'Choisir oui ou non',
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
  102: {
    subject1: `{has_deadline, select, yes {Date limite du {deadline}\u00a0: demandez à {matching_employer_name} de jumeler ${gifts('votre don', 'vos dons')}} several {Date limite du {deadline}\u00a0: demandez à {matching_employer_name} de jumeler {first_gifts, select, several {vos premiers dons} other {votre premier don}}} other {Demandez sans tarder à {matching_employer_name} de jumeler ${gifts('votre don', 'vos dons')}}}`,
    preheader1: 'Après la date limite, il sera trop tard pour demander le jumelage.',
    header1:
      '{has_deadline, select, yes {La date limite est le {deadline}} several {La première date limite est le {deadline}} other {Demandez votre jumelage sans tarder}}',
    subject2: `{has_deadline, select, yes {Dernière semaine\u00a0: demandez à {matching_employer_name} de jumeler ${gifts('votre don', 'vos dons')} au plus tard le {deadline}} several {Dernière semaine\u00a0: demandez à {matching_employer_name} de jumeler {first_gifts, select, several {vos premiers dons} other {votre premier don}}} other {Derniers jours\u00a0: demandez à {matching_employer_name} de jumeler ${gifts('votre don', 'vos dons')}}}`,
    preheader2: 'Il suffit de quelques minutes. Votre page contient tout ce qu’il vous faut.',
    header2:
      '{has_deadline, select, several {C’est la dernière semaine pour demander votre premier jumelage} other {C’est la dernière semaine pour demander votre jumelage}}',
    greeting,
    paragraph_one_1:
      `${gifts('Votre don de {gift_amount} à {receiving_org_name} peut encore être jumelé', 'Vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}, peuvent encore être jumelés')}. {matching_employer_name} ` +
      `pourrait {has_match, select, yes {y ajouter {match_amount}} other {${gifts('le', 'les')} jumeler}}, mais seulement si vous en faites la demande{has_deadline, select, yes {} other { à temps}}.`,
    step_one_title: 'Il suffit de quelques minutes',
    step_one_text: 'Votre page présente les étapes et tout ce qui vous sera demandé chez {matching_employer_name}.',
    step_one_note: inTime,
    step_one_btn: 'Demander mon jumelage',
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  103: {
    subject1: `{more_to_come, select, yes {Le premier versement du jumelage par {matching_employer_name} est arrivé} other {{matching_employer_name} a jumelé ${gifts('votre don', 'vos dons')} à {receiving_org_name}}}`,
    preheader1:
      '{has_received, select, yes {Le versement de {received_amount} est arrivé.} other {Le versement est arrivé.}} Merci.',
    header1: `{more_to_come, select, yes {Le premier versement du jumelage est arrivé} other {${gifts('Votre don a été jumelé', 'Vos dons ont été jumelés')}}}. Merci!`,
    greeting,
    paragraph_one_1:
      '{has_several, select, yes {Vous avez donné {gift_amount} à {receiving_org_name} en {gift_count} dons, faits {gift_span}} other {Vous avez donné {gift_amount} à {receiving_org_name}{has_donation_date, select, yes { le {donation_date}} other {}}}}, ' +
      'et {matching_employer_name} y a ajouté {has_received, select, yes {{received_amount}} other {sa part}}. {more_to_come, select, yes {Le reste suivra. } other {}}Merci d’avoir rendu cela possible.',
    step_one_title: '',
    step_one_text: 'Vous n’avez plus rien à faire.',
    step_one_note: '',
    step_one_btn: `Voir ${gifts('mon don', 'mes dons')}`,
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
}
