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
  `{has_match, select, yes {${gifts('Le vôtre pourrait', 'Les vôtres pourraient')} recevoir {match_amount} de plus, sans frais pour vous.} other {${gifts('Le vôtre en fait', 'Les vôtres en font')} peut-être partie, sans frais pour vous.}}`

const campaign = '{has_campaign_msg, select, yes {{campaign_msg}} other {}}'

const inTime =
  `{has_deadline, select, yes {Veuillez le faire au plus tard le {deadline}. Après cette date, {matching_employer_name} n’accepte plus de demande pour ${gifts('ce don', 'ces dons')}.} ` +
  `several {${frenchDeadlines} Une fois la date limite d’un don passée, {matching_employer_name} n’accepte plus de demande pour ce don.} ` +
  'other {Le plus tôt sera le mieux\u00a0: la plupart des employeurs n’acceptent les demandes que pendant quelques mois.}}'

const tellUs =
  'C’est déjà fait? Appuyez sur «\u00a0J’ai fait la demande\u00a0» sur la même page, et nous n’enverrons plus de rappel. ' +
  `Le jumelage va à {receiving_org_name}, en plus de ${gifts('votre don', 'vos dons')}.`

const ifWrong =
  'Vous travaillez ailleurs? Dites-le-nous sur la page derrière le bouton, et nous vérifierons de nouveau. Vous connaissez ces règles mieux que nous? {has_reply, select, yes {Répondez à ce courriel} other {Écrivez à {receiving_org_name}}}\u00a0: les règles changent, et toute correction est bienvenue.'

const atWork = `${gifts('Votre don est', 'Vos dons sont')} déjà à l’œuvre, et nous vous en remercions.`

const matchSubject =
  '{has_match, select, yes {{matching_employer_name} pourrait ajouter {match_amount} à {has_several, select, yes {vos dons} other {votre don}}} ' +
  `other {{matching_employer_name} jumelle peut-être ${gifts('votre don', 'vos dons')}}}`

const stillThere =
  `Un court rappel au sujet ${gifts('de votre don de {gift_amount} à {receiving_org_name}', 'de vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}')}\u00a0: {matching_employer_name} peut encore y ajouter ` +
  '{has_match, select, yes {{match_amount}} other {sa part}}, sans frais pour vous.'

const reminders = {
  subject2: `{has_match, select, yes {Rappel\u00a0: {matching_employer_name} peut encore ajouter {match_amount}} other {Rappel\u00a0: {matching_employer_name} jumelle peut-être ${gifts('votre don', 'vos dons')}}}`,
  preheader2: `${gifts('Votre don peut encore être jumelé', 'Vos dons peuvent encore être jumelés')}{has_deadline, select, yes {, jusqu’au {deadline} inclus} other {}}.`,
  header2: gifts('Votre don peut encore être jumelé', 'Vos dons peuvent encore être jumelés'),
  paragraph_one_2: stillThere,
  subject3: `Il est encore temps de faire jumeler ${gifts('votre don', 'vos dons')} à {receiving_org_name}`,
  preheader3: 'Il manque une étape{has_deadline, select, yes {. C’est possible jusqu’au {deadline} inclus} other {}}.',
  header3: 'Il manque encore une étape',
  paragraph_one_3: stillThere,
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
    step_one_title: 'Un formulaire à signer et à poster',
    step_one_text:
      '{matching_employer_name} fonctionne encore sur papier. Votre page {has_form, select, yes {contient le formulaire et montre} other {vous dit où obtenir le formulaire,}} quoi y inscrire et où le poster.',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Voir le formulaire} other {Voir quoi faire}}',
    paragraph_two:
      'Une fois le formulaire posté, appuyez sur «\u00a0Je l’ai posté\u00a0» sur la même page, et nous n’enverrons plus de rappel.',
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
    step_one_title: 'Une demande dans votre portail de dons',
    step_one_text:
      'Il suffit de quelques minutes. {has_portal_link, select, yes {Votre page mène à {has_vendor, select, yes {{matching_employer_vendor}} other {ce portail}}} other {Votre page décrit les étapes{has_vendor, select, yes { dans {matching_employer_vendor}} other {}}}} et contient tout ce qui vous sera demandé, prêt à copier.',
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
    step_one_title: '{has_contact, select, yes {Un court courriel} other {Une courte lettre}} à votre employeur',
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
    preheader1: `Un formulaire{has_deadline, select, yes {, au plus tard le {deadline}} other {}}, et ${gifts('votre don peut', 'vos dons peuvent')} aller plus loin.`,
    header1: gifts('Votre don peut aller plus loin', 'Vos dons peuvent aller plus loin'),
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'Un formulaire à remplir et à signer',
    step_one_text:
      '{matching_employer_name} reçoit les demandes sur un formulaire. Votre page {has_form, select, yes {le contient} other {dit où l’obtenir}} et montre quoi y inscrire.',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Voir le formulaire} other {Voir quoi faire}}',
    paragraph_two: 'Vous préférez ne pas le faire? Dites-le sur la même page, et nous ne vous le demanderons plus.',
    paragraph_three: campaign,
    salutation,
  },
  9: {
    subject1: 'Les dons sont-ils jumelés chez {matching_employer_name}? Vous en savez peut-être plus que nous',
    preheader1: 'Nous cherchons encore comment faire la demande. Vous le savez peut-être.',
    header1: 'Nous cherchons encore comment faire la demande',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} pourrait ${gifts('le', 'les')} jumeler, mais nous ne savons pas encore comment en faire la demande. {missing_policy_block}`,
    step_one_title: 'Savez-vous comment cela se passe là-bas?',
    step_one_text:
      'Un lien vers votre portail de dons, le formulaire ou le nom de la personne responsable nous aiderait, ainsi que tous les collègues qui donneront après vous. {has_reply, select, yes {Il suffit de répondre à ce courriel.} other {Veuillez l’indiquer à {receiving_org_name}.}}',
    step_one_note:
      'Vous n’en êtes pas sûr ou sûre? Demandez aux ressources humaines, ou cherchez «\u00a0dons jumelés\u00a0» dans votre intranet.',
    step_one_btn: 'Voir ce que nous savons',
    paragraph_two: 'Quand nous l’aurons trouvé, nous vous écrirons une fois de plus.',
    paragraph_three: '',
    salutation,
  },
  10: {
    subject1: `${gifts('Votre don', 'Vos dons')} à {receiving_org_name} et le jumelage chez {matching_employer_name}`,
    preheader1: `Merci. ${gifts('Ce don est inférieur', 'Ensemble, ces dons sont inférieurs')} au minimum que votre employeur jumelle.`,
    header1: `Merci. ${gifts('Ce don est inférieur', 'Ces dons sont inférieurs')} au minimum`,
    greeting,
    paragraph_one_1:
      `${thanks} {matching_employer_name} jumelle les dons ` +
      `{has_min, select, yes {à partir de {matching_employer_min_match}} other {à partir d’un minimum}}\u00a0: ${gifts('celui-ci ne peut donc pas être jumelé à lui seul', 'ceux-ci ne peuvent donc pas être jumelés, même ensemble')}.`,
    step_one_title: '{later_gift_joins, select, yes {Les petits dons s’additionnent} other {Rien à faire}}',
    step_one_text:
      '{later_gift_joins, select, no {Si vous donnez de nouveau, un don{has_min, select, yes { de {matching_employer_min_match} ou plus} other { au-dessus du minimum}} pourra être jumelé.} ' +
      'other {Si vous donnez de nouveau à {receiving_org_name} au plus tard le {later_gift_until}, nous additionnerons vos dons. Quand ils atteindront le minimum, nous vous écrirons pour vous indiquer la seule étape à suivre.}}',
    step_one_note: '',
    step_one_btn: 'Voir les détails',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  11: {
    subject1: `${gifts('Votre don', 'Vos dons')} à {receiving_org_name} et les règles de jumelage chez {matching_employer_name}`,
    preheader1: `Merci. Nous avons vérifié, et ${gifts('ce don ne répond', 'ces dons ne répondent')} pas aux règles.`,
    header1: `Merci. ${gifts('Ce don ne peut pas être jumelé', 'Ces dons ne peuvent pas être jumelés')}`,
    greeting,
    paragraph_one_1: `${thanks} Nous avons vérifié si {matching_employer_name} pouvait ${gifts('le', 'les')} jumeler. {reason_text}`,
    step_one_title: 'Rien à faire',
    step_one_text: atWork,
    step_one_note: '',
    step_one_btn: 'Voir ce que nous avons vérifié',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  15: {
    subject1: 'Comment {matching_employer_name} jumelle les dons',
    preheader1: 'Les dons passent par son propre site ou par la paie.',
    header1: 'La prochaine fois, votre employeur pourrait ajouter à ce que vous donnez',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} ne jumelle que les dons faits sur son propre site de dons ou par retenue sur la paie\u00a0: ${gifts('celui-ci ne peut donc pas être jumelé', 'ceux-ci ne peuvent donc pas être jumelés')} après coup.`,
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
    subject1: `Merci pour ${gifts('votre don', 'vos dons')} à {receiving_org_name}`,
    preheader1: 'Nous avons cherché un programme de jumelage chez {matching_employer_name}.',
    header1: 'Merci, de la part de toute l’équipe',
    greeting,
    paragraph_one_1: `${thanks} Beaucoup d’employeurs jumellent les dons de leur personnel\u00a0: nous avons donc vérifié. À notre connaissance, {matching_employer_name} n’a pas de tel programme aujourd’hui.`,
    step_one_title: 'Rien à faire',
    step_one_text: atWork,
    step_one_note: '',
    step_one_btn: 'Voir ce que nous savons',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  23: {
    subject1: `Votre employeur pourrait-il ajouter à ${gifts('votre don', 'vos dons')}?`,
    preheader1: 'Dites-nous où vous travaillez, et nous chercherons pour vous.',
    header1: 'Où travaillez-vous?',
    greeting,
    paragraph_one_1: `${thanks} Des milliers d’employeurs jumellent les dons de leur personnel, souvent dollar pour dollar. Nous aimerions savoir si le vôtre le fait.`,
    step_one_title: 'Donnez-nous le nom de votre employeur',
    step_one_text:
      'C’est tout ce qu’il nous faut. À la retraite? Beaucoup d’employeurs jumellent aussi les dons de leurs retraités.',
    step_one_note: 'Il ne servira qu’à répondre à cette question.',
    step_one_btn: 'Dire où je travaille',
    paragraph_two: 'Vous préférez ne pas le dire? Ne tenez simplement pas compte de ce courriel. Merci tout de même.',
    paragraph_three: '',
    salutation,
  },
  24: {
    // the single reminder for donors without a response
    subject2: `Encore une fois : pouvons-nous chercher un jumelage pour ${gifts('votre don', 'vos dons')}?`,
    preheader2: `Oui ou non, nous ne vous le redemanderons pas pour ${gifts('ce don', 'ces dons')}.`,
    header2: 'Pouvons-nous chercher un jumelage?',
    paragraph_one_2:
      `Vous avez donné {gift_amount} à {receiving_org_name}${gifts('', ' en {gift_count} dons')}, et {has_employer, select, yes {{matching_employer_name}} other {votre employeur}} pourrait y ajouter. ` +
      'Nous aimerions vérifier, et ne le ferons que si vous dites oui.',
    subject1: `Pouvons-nous chercher un jumelage pour ${gifts('votre don', 'vos dons')}?`,
    preheader1: `Votre employeur pourrait ajouter à ${gifts('votre don', 'vos dons')}. Nous vous le demandons avant de chercher.`,
    header1: 'Pouvons-nous chercher un jumelage?',
    greeting,
    paragraph_one_1: `${thanks} Beaucoup d’employeurs jumellent les dons de leur personnel. Nous aimerions vérifier si {has_employer, select, yes {{matching_employer_name}} other {le vôtre}} le fait, et vous écrire à ce sujet.`,
    step_one_title: 'C’est vous qui décidez',
    step_one_text: `Si vous dites oui, nous vérifierons les règles pour ${gifts('ce don', 'ces dons')} et vous enverrons tout au plus quelques courriels à ce sujet. Si vous dites non, nous ne vous en parlerons plus. Sans réponse, nous ne chercherons pas.`,
    step_one_note: '',
    step_one_btn: 'Choisir oui ou non',
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
  102: {
    subject1: `{has_deadline, select, yes {Jusqu’au {deadline}\u00a0: {matching_employer_name} peut encore jumeler ${gifts('votre don', 'vos dons')}} several {Jusqu’au {deadline}\u00a0: {matching_employer_name} peut encore jumeler {first_gifts, select, several {vos premiers dons} other {votre premier don}}} other {{matching_employer_name} peut encore jumeler ${gifts('votre don', 'vos dons')}}}`,
    preheader1:
      '{has_deadline, select, several {Après la date limite d’un don, personne ne peut plus en demander le jumelage.} other {Après la date limite, personne ne peut plus demander ce jumelage.}}',
    header1:
      '{has_deadline, select, yes {Dernier jour\u00a0: le {deadline}} several {Première date limite\u00a0: le {deadline}} other {Les derniers jours pour le demander}}',
    greeting,
    paragraph_one_1:
      `${gifts('Votre don de {gift_amount} à {receiving_org_name} peut encore être jumelé', 'Vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}, peuvent encore être jumelés')}. {matching_employer_name} ` +
      '{has_match, select, yes {pourrait y ajouter {match_amount}} other {pourrait y ajouter sa part}}, si vous le demandez à temps.',
    step_one_title: 'Il suffit de quelques minutes',
    step_one_text:
      'Votre page montre la seule étape à suivre, avec tout ce qui vous sera demandé chez {matching_employer_name}.',
    step_one_note: inTime,
    step_one_btn: 'Demander le jumelage',
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  103: {
    subject1: `{matching_employer_name} a {more_to_come, select, yes {commencé à jumeler} other {jumelé}} ${gifts('votre don', 'vos dons')} à {receiving_org_name}`,
    preheader1:
      '{has_received, select, yes {Le versement de {received_amount} est arrivé.} other {Le versement est arrivé.}} Merci.',
    header1: `{more_to_come, select, yes {Votre employeur a commencé à payer} other {${gifts('Votre don a été jumelé', 'Vos dons ont été jumelés')}}}. Merci`,
    greeting,
    paragraph_one_1:
      '{has_several, select, yes {Vous avez donné {gift_amount} à {receiving_org_name} en {gift_count} dons, faits {gift_span}} other {Vous avez donné {gift_amount} à {receiving_org_name}{has_donation_date, select, yes { le {donation_date}} other {}}}}, ' +
      'et {matching_employer_name} y a ajouté {has_received, select, yes {{received_amount}} other {sa part}}. {more_to_come, select, yes {Le reste suivra. } other {}}Sans vous, cette somme ne serait pas là.',
    step_one_title: 'Plus rien à faire',
    step_one_text:
      'Les deux sont maintenant à l’œuvre\u00a0: ce que vous avez donné, et ce que votre employeur y a ajouté.',
    step_one_note: '',
    step_one_btn: `Voir ce que ${gifts('mon don est devenu', 'mes dons sont devenus')}`,
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
}
