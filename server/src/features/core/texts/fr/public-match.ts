import type { PublicMatchTexts } from '../catalogue.ts'

export const frenchPublicMatchTexts: PublicMatchTexts = {
  preview_matched:
    'Votre don de {gift_amount} pourrait devenir {is_certain, select, yes {{total_amount}} other {un total d’au plus {total_amount}}}.',
  preview_amount_unknown:
    '{matching_employer_name} jumelle les dons de son personnel. Nous ne savons pas combien l’entreprise ajouterait à votre don de {gift_amount}.',
  preview_method_unknown: 'Nous ne savons pas encore comment le demander.',
  preview_below_minimum:
    '{has_min, select, yes {{matching_employer_name} jumelle seulement les dons d’au moins {min_amount}, et le vôtre est de {gift_amount}.} other {{matching_employer_name} jumelle seulement des dons plus élevés.}}',
  preview_own_site:
    '{matching_employer_name} jumelle seulement les dons faits sur son propre site ou par retenue sur la paie. Ce don ne peut donc pas être jumelé.',
  preview_excluded: 'Ce don ne peut probablement pas être jumelé. {reason}',
  preview_nonprofits: '{matching_employer_name} jumelle seulement les dons à certains organismes.',
  preview_people: '{matching_employer_name} jumelle seulement les dons de certaines personnes.',
  preview_no_program: 'Nous n’avons trouvé aucun programme de jumelage chez {matching_employer_name}.',
  preview_unknown:
    'Nous ne savons pas encore {unknown_part, select, amount {combien {matching_employer_name} ajoute ni comment le demander} rules {comment {matching_employer_name} jumelle les dons} other {si {matching_employer_name} jumelle les dons}}. Demandez-le quand même\u00a0: nous ferons la recherche et vous écrirons.',

  policy_none: '{matching_employer_name} n’a pas de programme de jumelage.',
  policy_unknown: 'Nous ne savons pas encore si {matching_employer_name} jumelle les dons.',
  policy_leaders:
    'À notre connaissance, {matching_employer_name} jumelle seulement les dons de certaines personnes ({people}), pas ceux du reste du personnel.',
  policy_program:
    '{matching_employer_name} a un programme de jumelage, mais nous n’en connaissons pas encore les règles.',
  policy_rules:
    '{matching_employer_name} jumelle les dons de son personnel{has_ratio, select, yes { à {ratio}} other {}}{has_min, select, yes {, à partir de {min_amount}} other {}}{has_limits, select, yes {, jusqu’à {limits}} other {}}{counts_gifts, select, yes { de dons par personne} other {}}{own_site, select, yes {, mais seulement sur son propre site ou par retenue sur la paie} other {}}.',
  policy_ratio_step: '{step_ratio} jusqu’à {step_end}{each_year, select, yes { par année} other {}}',
  policy_max_gift: '{amount} par don',
  policy_max_year: '{amount} par année',
  policy_max_lifetime: '{amount} en tout',
  policy_people: 'Personnes admissibles\u00a0: {people}.',
  policy_nonprofits: 'Organismes admissibles\u00a0: {nonprofits}.',
  policy_source:
    '{has_publisher, select, yes {Source\u00a0: {publisher}{has_as_of, select, yes {, {as_of}} other {}}} other {{has_as_of, select, yes {Renseignements de {as_of}} other {}}}}',

  asked_setting_up:
    'Merci. {receiving_org_name} a votre demande et finit de préparer le jumelage. Nous vous enverrons la prochaine étape dès que possible.',
  asked_noted: 'Merci. {receiving_org_name} a votre demande.',
  asked_email:
    'Merci. Nous enverrons à {asked_email} un lien pour confirmer votre demande, habituellement dans l’heure, jamais la nuit.',

  token_employees: 'employés',
  token_full_time: 'employés à temps plein',
  token_part_time: 'employés à temps partiel',
  token_seasonal: 'employés saisonniers',
  token_retirees: 'retraités',
  token_board_members: 'membres du conseil d’administration',
  token_trustees: 'fiduciaires',
  token_executives: 'cadres de direction',
  token_partners: 'associés',
  token_spouses: 'conjoints',
  token_surviving_spouses: 'conjoints survivants',
  token_dependents: 'personnes à charge',
  token_arts: 'arts et culture',
  token_colleges: 'collèges et universités',
  token_schools: 'écoles primaires et secondaires',
  token_education: 'établissements d’enseignement',
  token_hospitals: 'hôpitaux',
  token_health: 'santé et services sociaux',
  token_environment: 'environnement',
  token_animals: 'protection des animaux',
  token_community: 'organismes communautaires',
  token_youth: 'organismes jeunesse',
  token_fire: 'services d’incendie et de secours',
  token_united_way: 'Centraide',
}
