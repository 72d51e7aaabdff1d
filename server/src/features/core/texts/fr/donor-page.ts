import type { PageTexts } from '../catalogue.ts'
import { frenchDeadlines } from '../deadlines.ts'
import { gifts } from '../gifts.ts'

export const frenchPageTexts: PageTexts = {
  from: '{receiving_org_name}',
  your_gift: '{has_several, select, yes {Vos dons} other {Votre don}}',
  could_add: '{matching_employer_name} pourrait ajouter',
  source:
    '{has_as_of, select, yes {Source\u00a0: {source_host}, {as_of}.} other {Source\u00a0: {source_host}.}} Les règles changent; {matching_employer_name} a le dernier mot.',
  foot: 'Twofold cherche les jumelages des employeurs pour {receiving_org_name}, sans jamais toucher à l’argent\u00a0: il va directement de l’employeur à l’organisme.',
  questions: 'Questions et réponses',
  language: 'Langue',
  privacy: 'Confidentialité',
  contact: '{has_reply, select, yes {Écrire à {receiving_org_email}} other {}}',

  act_title: `{has_match, select, yes {{matching_employer_name} pourrait ajouter {match_amount}} other {{matching_employer_name} jumelle peut-être ${gifts('votre don', 'vos dons')}}}`,
  act_intro: `${gifts('Merci pour votre don à {receiving_org_name}.', 'Merci pour vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}.')} Voici ce qu’il faut faire, et tout ce dont vous aurez besoin.`,
  by_deadline: `{has_deadline, select, yes {Veuillez le faire au plus tard le {deadline}.} several {${frenchDeadlines}} other {Le plus tôt sera le mieux\u00a0: la plupart des employeurs n’acceptent les demandes que pendant quelques mois.}}`,
  first_late:
    'La date limite pour {first_gifts, select, several {vos premiers dons} other {votre premier don}} était le {deadline}. D’autres peuvent encore être jumelés, {last_gifts, select, several {les derniers} other {le dernier}} jusqu’au {last_deadline} inclus.',
  late_title: 'La date limite est passée',
  late: 'La date limite était le {deadline}. Si vous avez fait la demande à temps, dites-le avec le bouton ci-dessous.',
  steps: 'Ce qu’il faut faire',
  needed: 'Ce qui vous sera demandé',

  csr_open_title:
    'Ouvrez une session dans votre portail de dons{has_vendor, select, yes { ({matching_employer_vendor})} other {}}',
  csr_open_text: 'Utilisez le compte que vous a donné votre employeur. Le portail s’ouvre dans un nouvel onglet.',
  csr_open: 'Ouvrir le portail',
  platform_title: '{matching_employer_name} reçoit les demandes dans {matching_employer_vendor}',
  platform_text:
    'Nous ne connaissons pas son adresse exacte. Vous la trouverez dans votre intranet, ou en cherchant «\u00a0{matching_employer_vendor}\u00a0» et le nom de votre employeur. Voici les étapes\u00a0:',
  platform_show: 'Voir les étapes',
  csr_ask:
    'Cherchez «\u00a0demande de jumelage\u00a0» (ou «\u00a0request a match\u00a0»), puis trouvez {receiving_org_name}. La recherche par EIN est la plus sûre.',
  csr_fill: `Inscrivez ${gifts('le don avec les renseignements ci-dessous', 'les dons avec les renseignements ci-dessous, chacun à sa date')}, puis envoyez la demande. Si un reçu est demandé, celui fourni par {receiving_org_name} convient.`,
  submitted_then: 'Revenez ici et appuyez sur «\u00a0J’ai fait la demande\u00a0».',

  giving_then: `Dites-nous que c’est fait depuis notre courriel au sujet ${gifts('de ce don', 'de ces dons')}\u00a0: appuyez sur le bouton qui s’y trouve, et nous ne vous le demanderons plus.`,

  contact_show: '{has_contact, select, yes {Voir le courriel} other {Voir la lettre}}',
  contact_show_text:
    '{has_contact, select, yes {Nous l’avons rédigé pour vous. Copiez-le et envoyez-le de votre adresse au travail.} other {Nous l’avons rédigée pour vous. Copiez-la et envoyez-la.}}',
  contact_send:
    '{has_contact, select, yes {Copiez ce courriel et envoyez-le de votre adresse au travail à {matching_employer_contact_email}.} other {Copiez cette lettre et envoyez-la à {has_contact_address, select, yes {{matching_employer_contact_address}} other {l’équipe responsable des dons chez {matching_employer_name}}}.}}',
  contact_mail_program: 'Ouvrir dans ma messagerie',
  contact_subject: 'Demande de jumelage de don\u00a0: {receiving_org_name}',
  contact_letter: `Bonjour,\n\n${gifts('J’ai fait un don de {gift_amount} à {receiving_org_name}', 'J’ai fait {gift_count} dons à {receiving_org_name}')}{has_ein, select, yes { (EIN {receiving_org_ein})} other {}}${gifts('{has_donation_date, select, yes { le {donation_date}} other {}}', ' {gift_span}, {gift_amount} en tout')}, et j’aimerais en demander le jumelage par {matching_employer_name}.\n\n{has_reply, select, yes {L’organisme peut confirmer ${gifts('le don', 'les dons')}\u00a0: {receiving_org_email}.\n\n} other {}}Avez-vous besoin d’autre chose de ma part?\n\nMerci,\n{donor_full_name}`,

  mail_form: 'Obtenez le formulaire',
  mail_form_open: 'Ouvrir le formulaire',
  mail_form_ask: 'Demandez le formulaire de dons jumelés aux ressources humaines, ou cherchez-le dans votre intranet.',
  mail_fill: 'Imprimez-le, remplissez votre partie avec les renseignements ci-dessous et signez-le à la main.',
  mail_send_to: 'Postez-le à cette adresse\u00a0:',
  mail_send_form: 'Postez-le à l’adresse inscrite sur le formulaire.',
  mail_then: 'Revenez ici et appuyez sur «\u00a0Je l’ai posté\u00a0».',

  form_honest:
    'Le formulaire chez {matching_employer_name} ne peut pas être signé sur cette page. Il se remplit sur papier ou en PDF.',
  sign_step: 'Lisez et signez le formulaire pour {matching_employer_name}',
  sign_step_text:
    'Nous y avons inscrit ce que nous savons. Il suffit de deux minutes sur un téléphone, et rien n’est à imprimer.',
  sign_open: 'Lire et signer le formulaire',
  sign_step_then: `{receiving_org_name} l’enverra à {matching_employer_name} avec le reçu ${gifts('de votre don', 'de vos dons')}.`,
  sign_title: 'Signer le formulaire pour {matching_employer_name}',
  sign_back: 'Retour à votre don',
  sign_asked_title: 'Ce que vous seul ou seule savez',
  sign_asked_text: 'Le formulaire le demande. Laissez vide ce que vous préférez ne pas dire.',
  sign_donor_phone: 'Téléphone',
  sign_donor_address: 'Adresse',
  sign_employee_id: 'Numéro d’employé',
  sign_fill: 'L’inscrire sur le formulaire',
  sign_form_title: 'Le formulaire tel qu’il sera signé',
  sign_form_text:
    'Tout est exact? Si votre nom, votre courriel ou votre employeur ne l’est pas, revenez en arrière et corrigez-le d’abord.',
  sign_page: 'Une page du formulaire. Ce que nous y avons inscrit figure dans la liste ci-dessous.',
  sign_pdf: 'Ouvrir le formulaire en PDF',
  sign_change: 'Changer ce que vous avez inscrit',
  sign_name_title: 'Votre signature',
  sign_name: 'Votre nom complet',
  sign_draw: 'Tracez-la avec un doigt ou la souris, si vous voulez',
  sign_draw_again: 'La tracer de nouveau',
  sign_consent:
    'J’ai lu ce formulaire, ce qu’il dit de moi est exact, et je le signe par voie électronique. Mon nom tapé ou tracé vaut une signature sur papier.',
  sign_kept:
    'Avec votre signature, nous conservons l’heure, votre adresse Internet et votre navigateur. Ils figurent à la dernière page du formulaire signé.',
  sign_press: 'Signer le formulaire',
  sign_missing: 'Tapez votre nom complet et cochez la case, puis appuyez de nouveau.',
  sign_changed:
    'Un élément du formulaire a changé depuis que vous l’avez ouvert. Veuillez le relire une fois, puis signez.',
  sign_done_title: 'Le formulaire est signé',
  sign_done_text: 'Merci. Vous avez signé le formulaire pour {matching_employer_name} le {signed_day}.',
  sign_done_verify: '{receiving_org_name} remplira ensuite sa partie, puis l’enverra à {matching_employer_name}.',
  sign_done_sent: `{receiving_org_name} l’enverra à {matching_employer_name} avec le reçu ${gifts('de votre don', 'de vos dons')}.`,
  sign_done_pdf: 'Télécharger le formulaire signé',
  sign_ask_title: 'Signer un formulaire de don jumelé',
  sign_ask_text:
    'Tapez l’adresse courriel avec laquelle votre don a été fait, et nous vous enverrons un lien vers le formulaire.',
  sign_ask_label: 'Courriel',
  sign_ask_press: 'M’envoyer le lien',

  form_fill: 'Remplissez votre partie avec les renseignements ci-dessous et signez le formulaire.',
  form_send:
    'Envoyez-le à l’endroit indiqué sur le formulaire. S’il contient une partie pour l’organisme, {has_reply, select, yes {envoyez-le d’abord à {receiving_org_email}} other {remettez-le d’abord à {receiving_org_name}}}.',
  form_then: 'Revenez ici et appuyez sur «\u00a0Je l’ai envoyé\u00a0».',

  employment_label: 'Quel est votre lien avec {matching_employer_name}?',
  employment_why:
    'Les règles n’y sont pas les mêmes pour tout le monde. Dites-le-nous, et nous les vérifierons pour vous.',
  employment_employee: 'J’y travaille',
  employment_part_time: 'J’y travaille à temps partiel',
  employment_retired: 'J’en suis à la retraite',
  employment_board: 'Je siège à son conseil d’administration',
  employment_spouse: 'Mon conjoint ou ma conjointe y travaille',
  employment_former: 'J’y ai déjà travaillé',
  employment_press: 'Vérifier les règles pour moi',

  submitted_press: 'J’ai fait la demande',
  mailed_press: 'Je l’ai posté',
  sent_press: 'Je l’ai envoyé',
  decline: 'Je ne veux pas',
  decline_sure: `Voulez-vous que nous cessions de vous écrire au sujet ${gifts('de ce don seulement', 'de ces dons seulement')}, ou de tous vos dons à {receiving_org_name}? ${gifts('Votre don reste tel quel', 'Vos dons restent tels quels')}.`,
  decline_press: `${gifts('Ce don seulement', 'Ces dons seulement')}`,
  decline_all_press: 'Tous mes dons',

  fact_gift: 'Montant',
  fact_date: gifts('Date du don', 'Dates des dons'),
  receipt_gift: 'Don du {gift_day}',
  fact_transaction: 'Transaction',
  fact_nonprofit: 'Organisme',
  fact_ein: 'EIN (numéro fiscal)',
  fact_address: 'Adresse',
  fact_contact: 'Personne-ressource',
  fact_website: 'Site Web',
  fact_rate: 'Taux',
  rate_of: '{match_ratio} (employeur pour donateur)',
  deadline_of_gift: '{gift_until} pour votre don du {gift_day}',
  fact_deadline: 'Date limite',
  fact_limits: 'Limites',
  limit_min: 'à partir de {matching_employer_min_match}',
  limit_max_gift: 'jusqu’à {max_per_gift} par don',
  limit_max_year: 'jusqu’à {max_per_year} par année',
  copy: 'Copier',
  copied: 'Copié!',

  request_title: 'Est-ce votre don?',
  request_intro:
    'Quelqu’un a inscrit votre adresse courriel sur la page de jumelage de {receiving_org_name}, pour un don de {gift_amount}{has_donation_date, select, yes {, fait le {donation_date}} other {}}.',
  request_what:
    'Si ce don est le vôtre, confirmez-le, et nous vous montrerons comment demander le jumelage à votre employeur.',
  request_yes: 'Oui, c’est mon don',
  request_no: 'Ce n’était pas moi',
  consent_title: 'Pouvons-nous chercher un jumelage?',
  consent_intro: `${gifts('Merci pour votre don de {gift_amount} à {receiving_org_name}{has_donation_date, select, yes {, fait le {donation_date}} other {}}.', 'Merci pour vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}.')} Beaucoup d’employeurs jumellent les dons de leur personnel.`,
  consent_what: `Si vous dites oui, nous vérifierons les règles chez {has_employer, select, yes {{matching_employer_name}} other {votre employeur}} pour ${gifts('ce don', 'ces dons')}{can_write, select, yes { et nous vous écrirons le résultat. Vous pouvez y mettre fin en tout temps.} other {. Cette page montrera le résultat.}}`,
  consent_yes: 'Oui, cherchez un jumelage',
  consent_no: 'Non, merci',
  consent_no_all: 'Non, pour aucun de mes dons',

  employer_title: 'Où travaillez-vous?',
  employer_intro: `${gifts('Merci pour votre don de {gift_amount} à {receiving_org_name}.', 'Merci pour vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}.')} Dites-nous qui est votre employeur, et nous chercherons s’il jumelle les dons comme le vôtre.`,
  employer_label: 'Nom de votre employeur',
  employer_press: 'Chercher',
  employer_missing: 'Veuillez taper le nom de votre employeur.',

  former_title: 'De quel employeur êtes-vous à la retraite?',
  former_intro:
    'Beaucoup d’employeurs jumellent aussi les dons de leurs retraités. Dites-nous lequel, et nous chercherons.',
  former_label: 'Employeur dont vous êtes à la retraite',
  former_none: 'Je n’ai pas d’employeur à nommer',

  submitted_title: 'Merci. C’est en route',
  submitted_text:
    '{matching_employer_name} s’occupe de la suite. La plupart des employeurs paient par lots, quelques semaines ou quelques mois après avoir reçu la demande, directement à {receiving_org_name}. Vous n’avez plus rien à faire.',
  completed_title: 'C’est fait. Merci',
  completed_text:
    '{has_several, select, yes {Vos dons à {receiving_org_name} ont été jumelés} other {Votre don à {receiving_org_name} a été jumelé}}. C’est grâce à vous.',
  part_paid_title: 'Votre employeur a commencé à payer. Merci',
  part_paid_text:
    '{matching_employer_name} a payé une partie du jumelage{has_received, select, yes {\u00a0: {received_amount} jusqu’ici} other {}}. Le reste suivra, directement à {receiving_org_name}. Vous n’avez plus rien à faire.',
  verify_title: 'Merci. Votre part est faite',
  verify_text: `{receiving_org_name} doit maintenant confirmer ${gifts('le don', 'les dons')}. Vous n’avez plus rien à faire.`,
  declined_title: 'Cette demande est fermée',
  declined_text: `Nous ne vous écrirons plus à ce sujet. Merci pour ${gifts('votre don à {receiving_org_name}\u00a0: il est tout aussi utile', 'vos dons à {receiving_org_name}\u00a0: ils sont tout aussi utiles')}.`,
  declined_back:
    '{has_reply, select, yes {Vous avez changé d’avis? Écrivez à {receiving_org_email}.} other {Vous avez changé d’avis? Dites-le à {receiving_org_name}.}}',
  undo_submit: 'Le {acted_day}, vous nous avez dit que vous aviez demandé le jumelage.',
  undo_decline: 'Le {acted_day}, vous nous avez dit que vous ne vouliez pas demander ce jumelage.',
  undo_decline_all:
    'Le {acted_day}, vous nous avez dit que vous ne vouliez demander de jumelage pour aucun de vos dons à {receiving_org_name}.',
  undo_until: 'C’était une erreur? Vous pouvez l’annuler jusqu’au {undo_until}.',
  undo: 'Annuler',
  review_title: 'Nous cherchons',
  review_text:
    'Merci. Nous nous renseignons sur {matching_employer_name}. {can_write, select, yes {Quand nous saurons quoi faire, nous vous écrirons.} other {Revenez à cette page dans quelques jours\u00a0: elle dira quoi faire.}}',
  recurring_title: 'Nous additionnons vos dons',
  recurring_text:
    'Les jumelages de vos dons réguliers à {receiving_org_name} sont demandés ensemble. {can_write, select, yes {Nous vous écrirons le moment venu.} other {Cette page le dira le moment venu.}}',
  preparing_title: 'Pas encore, mais bientôt',
  preparing_text: `{receiving_org_name} a quelques préparatifs à terminer avant que nous puissions chercher un jumelage. {can_write, select, yes {Ensuite, nous examinerons ${gifts('votre don', 'vos dons')}.} other {Ensuite, cette page dira quoi faire.}}`,
  over_title: 'Cette demande de jumelage est fermée',
  over_text: `Vous n’avez rien à faire. Merci pour ${gifts('votre don', 'vos dons')} à {receiving_org_name}.`,

  told_9_title: 'Nous cherchons encore comment faire la demande',
  told_9_text: `{matching_employer_name} jumelle peut-être ${gifts('votre don', 'vos dons')}, mais nous ne savons pas encore comment en faire la demande. {has_reply, select, yes {Si vous le savez, veuillez écrire à {receiving_org_email}.} other {Si vous le savez, veuillez le dire à {receiving_org_name}.}}`,
  told_10_title: `${gifts('Ce don est inférieur', 'Ces dons sont inférieurs')} au minimum`,
  told_10_text:
    '{matching_employer_name} jumelle les dons {has_min, select, yes {à partir de {matching_employer_min_match}} other {à partir d’un minimum}}. {later_gift_joins, select, yes {Si vous donnez de nouveau à {receiving_org_name} au plus tard le {later_gift_until}, nous additionnerons vos dons.} other {Si vous donnez de nouveau, un don{has_min, select, yes { de {matching_employer_min_match} ou plus} other { au-dessus du minimum}} pourra être jumelé.}}',
  told_15_payroll_title: 'Votre employeur l’a déjà',
  told_15_payroll_text: `${gifts('Ce don a été fait', 'Ces dons ont été faits')} par retenue sur la paie chez {matching_employer_name}\u00a0: il n’y a rien à demander, et vous n’avez rien à faire.`,
  told_19_none_title: gifts('Merci pour votre don', 'Merci pour vos dons'),
  told_19_none_text: `D’après ce qu’on nous a dit, vous n’avez pas d’employeur qui pourrait ${gifts('le jumeler. Votre don à {receiving_org_name} est tout aussi utile', 'les jumeler. Vos dons à {receiving_org_name} sont tout aussi utiles')}.`,
  told_11_title: gifts('Ce don ne peut pas être jumelé', 'Ces dons ne peuvent pas être jumelés'),
  told_11_text:
    '{reason_text} Vous n’avez rien à faire. Merci pour {has_several, select, yes {vos dons} other {votre don}}.',
  told_15_title: 'Le jumelage passe par son propre site',
  told_15_text:
    '{matching_employer_name} ne jumelle que les dons faits sur son propre site de dons ou par retenue sur la paie. La prochaine fois, cherchez-y {receiving_org_name}{has_ein, select, yes { (EIN {receiving_org_ein})} other {}}.',
  told_19_title: 'Aucun programme à notre connaissance',
  told_19_text: `À notre connaissance, {matching_employer_name} n’a pas de programme de jumelage aujourd’hui. ${gifts('Votre don à {receiving_org_name} est tout aussi utile', 'Vos dons à {receiving_org_name} sont tout aussi utiles')}.`,
  told_wrong:
    '{has_reply, select, yes {C’est inexact? Veuillez écrire à {receiving_org_email}.} other {C’est inexact? Veuillez le dire à {receiving_org_name}.}}',
  elsewhere: '{has_employer, select, yes {Je n’y travaille pas} other {J’ai bien un employeur}}',
  elsewhere_text: `Dites-nous où vous travaillez, et nous vérifierons ${gifts('ce don', 'ces dons')} de nouveau.`,

  choose_title: 'Lequel est-ce?',
  choose_text:
    'Nous connaissons ces employeurs. Choisissez le vôtre, pour que nous appliquions tout de suite ses règles.',
  choose_none: 'Aucun de ceux-ci\u00a0:',
  choose_press: 'C’est celui-ci',
  choose_back: 'Revenir en arrière',

  signed_link: 'Le formulaire que vous avez signé (PDF)',
  receipt_link: 'Reçu (PDF)',
  receipt_title: 'Reçu de don',
  receipt_text: `{receiving_org_name} a reçu ${gifts('le don', 'les dons')} ci-dessous. Ce reçu est destiné au programme de jumelage {has_employer, select, yes {chez {matching_employer_name}} other {de l’employeur}}.`,
  receipt_donor: 'Donateur ou donatrice',
  receipt_taxes:
    'Pour vos impôts, veuillez utiliser le reçu que vous a envoyé l’organisme ({receiving_org_name})\u00a0: il indique si quelque chose a été remis en échange.',
  calendar_link: 'Ajouter la date limite à mon calendrier',
  calendar_summary: `Dernier jour pour demander le jumelage ${gifts('de votre don', 'de vos dons')} à {matching_employer_name}`,
  calendar_text: `${gifts('Votre don de {gift_amount} à {receiving_org_name}.', 'Vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}.')} Ce qu’il faut faire, et tout ce dont vous aurez besoin\u00a0:`,

  correct_gift: `${gifts('Votre don de {gift_amount} à {receiving_org_name}{has_donation_date, select, yes {, le {donation_date}} other {}}\u00a0:', 'Vos {gift_count} dons à {receiving_org_name}, {gift_amount} en tout, faits {gift_span}\u00a0:')}`,

  gifts_title: 'Tous vos dons',
  gifts_text: 'À {receiving_org_name} et aux organismes qui en font partie. Chacun a sa propre page.',
  stands_act: '{has_stand_deadline, select, yes {À faire au plus tard le {stand_deadline}} other {À faire}}',
  stands_late: 'La date limite était le {stand_deadline}',
  stands_consent: 'En attente de votre réponse',
  stands_employer: 'Dites-nous qui est votre employeur',
  stands_submitted: 'Demandé',
  stands_completed: 'Terminé',
  stands_part_paid: 'Payé en partie',
  stands_verify: 'En attente de l’organisme',
  stands_declined: 'Fermé, à votre demande',
  stands_review: 'Nous cherchons',
  stands_recurring: 'En cours d’addition',
  stands_preparing: 'Pas encore, mais bientôt',
  stands_over: 'Fermé',
  stands_told_9: 'Nous cherchons comment faire la demande',
  stands_told_10: 'Inférieur au minimum',
  stands_told_11: 'Ne peut pas être jumelé',
  stands_told_15: 'Jumelé seulement sur le site de l’employeur',
  stands_told_19: 'Aucun programme à notre connaissance',

  rules: 'Ces règles sont inexactes',
  rules_text:
    'Dites-nous ce qui est exact chez {matching_employer_name}. Une personne l’examine et corrige notre répertoire.',
  rules_about: 'Qu’est-ce qui est inexact?',
  rules_value: 'Qu’est-ce qui est exact?',
  rules_source: 'Page Web qui le dit (si vous en connaissez une)',
  rules_note: 'Autre chose (si vous voulez)',
  rules_press: 'Envoyer la correction',
  rules_program: 'Si les dons sont jumelés',
  rules_ratio: 'Combien est ajouté',
  rules_minimum: 'Le minimum',
  rules_maximum: 'Le maximum',
  rules_deadline: 'La date limite',
  rules_who: 'Qui peut participer',
  rules_nonprofits: 'Quels organismes',
  rules_how: 'Comment faire la demande',
  rules_company: 'Le nom de l’entreprise',
  rules_other: 'Autre chose',

  suggested: 'Merci. Une personne examine ce que vous avez écrit et corrige les règles là où elles sont inexactes.',
  suggestion_missing: 'Veuillez écrire ce qui est exact.',
  suggestions_many: 'Nous avons déjà plusieurs notes de votre part. Nous examinerons d’abord celles-là.',
  moved_on: 'Cela avait déjà changé, donc rien n’a été fait. Voici où en sont les choses.',
  noted: 'C’est noté. Merci.',
  undone: 'C’est annulé. Voici où en sont les choses.',
  undo_late:
    'Il est trop tard pour annuler ici\u00a0: plus de {undo_days} jours ont passé. {has_reply, select, yes {Veuillez écrire à {receiving_org_email}.} other {Veuillez le dire à {receiving_org_name}.}}',
}
