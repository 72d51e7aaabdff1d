import type { Catalogue } from '../catalogue.ts'
import { gifts } from '../gifts.ts'

export const frenchPhrases: Catalogue['phrases'] = {
  your_employer: 'Votre employeur',
  up_to: 'jusqu’à {amount}',
  your_gift: gifts('Votre don', 'Vos dons'),
  see_gift: gifts('Voir votre don', 'Voir vos dons'),
  nameless: 'à vous',
  could_add: '{matching_employer_name} pourrait ajouter',
  gift: gifts('Don', 'Dons'),
  labelled: '{label}\u00a0:{value}',
  gift_span:
    '{gift_days, select, several {entre le {first_gift_date} et le {last_gift_date}} other {le {first_gift_date}}}',
  gift_days_on_form:
    '{gift_days, select, several {du {first_gift_date} au {last_gift_date}} other {le {last_gift_date}}} ({gift_count} dons)',
  gift_of:
    '{has_several, select, yes {{gift_count} dons faits {gift_span}, {gift_amount} en tout} other {{gift_amount}{has_donation_date, select, yes {, le {donation_date}} other {}}}}',
  rate: 'Taux de jumelage',
  rate_of: '{match_ratio}',
  ratio_step: '{step_ratio} jusqu’à {step_end}',
  ratio_then: '{before}, puis {after}',
  ask_by: 'Date limite',
  limits: 'Limites',
  limit_min: 'Minimum de {matching_employer_min_match}',
  limit_max_gift: 'Maximum de {max_per_gift} par don',
  limit_max_year: 'Maximum de {max_per_year} par année',
  nonprofit: 'Organisme',
  nonprofit_is: '{receiving_org_name}{has_ein, select, yes {, EIN {receiving_org_ein}} other {}}',
  where: 'Où',
  source:
    '{has_as_of, select, yes {Source\u00a0: {source_host}, {as_of}.} other {Source\u00a0: {source_host}.}} Les règles peuvent changer. {matching_employer_name} prend la décision finale.',
  others_can: 'Vos autres dons qui peuvent être jumelés',
  others_asked: 'Nous posons aussi la question pour ces dons',
  others_cannot: 'Vos autres dons qui ne peuvent pas être jumelés',
  others_count: '{gift_count} dons',
  others_by: 'demande au plus tard le {deadline}',
  others_more: 'et {more_count} de plus',
  several_subject1: '{open_count} de vos dons à {receiving_org_name} peuvent être jumelés',
  several_subject2: 'Rappel\u00a0: {open_count} de vos dons à {receiving_org_name} peuvent encore être jumelés',
  several_subject3: '{open_count} de vos dons à {receiving_org_name} n’ont pas encore été jumelés',
  several_preheader: 'Votre page explique la marche à suivre pour chaque don.',
  several_about: 'Au sujet de {open_count} de vos dons à {receiving_org_name}.',
  several_header2: '{open_count} dons peuvent encore être jumelés',
  several_header3: '{open_count} dons n’ont pas encore été jumelés',
  rather_not: 'Non merci, plus de rappels',
  no_consent: 'Non, merci',
  confirm_subject: 'Veuillez confirmer votre demande de jumelage à {receiving_org_name}',
  confirm_preheader: 'Un clic suffit. Si ce n’était pas vous, ignorez ce courriel.',
  confirm_header: 'Avez-vous demandé un jumelage?',
  confirm_opening:
    'Quelqu’un a inscrit votre adresse courriel sur la page de jumelage de {receiving_org_name}, pour un don de {gift_amount}.',
  confirm_title: 'Était-ce vous?',
  confirm_text: 'Confirmez-le, et nous vous montrerons comment demander le jumelage à votre employeur.',
  confirm_yes: 'Confirmer ma demande',
  confirm_no: 'Ce n’était pas moi',
  confirm_ignore: 'Si ce n’était pas vous, ignorez ce courriel. Nous ne vous en enverrons pas d’autre à ce sujet.',
  why_you_get_this:
    'Vous recevez ce courriel parce que vous avez fait un don à {receiving_org_name}, qui trouve les jumelages des employeurs avec Twofold.',
  unsubscribe: 'Se désabonner des courriels sur les jumelages',
  reason_deadline_passed: `{has_deadline, select, yes {Chez {matching_employer_name}, la date limite pour ${gifts('ce don', 'ces dons')} était le {deadline}.} other {{matching_employer_name} n’accepte plus de demande pour ${gifts('ce don', 'ces dons')}.}}`,
  reason_nonprofit_excluded:
    '{matching_employer_name} ne jumelle pas les dons aux organismes comme {receiving_org_name}.',
  reason_country_excluded: '{matching_employer_name} ne jumelle pas les dons aux organismes de ce pays.',
  reason_gift_kind_excluded:
    '{gift_kind, select, pledge {Une promesse de don peut être jumelée une fois qu’elle est payée.} employer_match {Cette somme vient d’un employeur, et non d’un donateur.} grant {Une subvention n’est pas un don d’un donateur.} in_kind {Les dons en nature ne sont pas jumelés chez {matching_employer_name}.} donor_advised_fund {Les dons d’un fonds orienté par le donateur ne sont pas jumelés chez {matching_employer_name}.} payroll {Les dons par retenue sur salaire ne sont pas jumelés chez {matching_employer_name}.} event_ticket {Les billets d’événement ne sont pas jumelés chez {matching_employer_name}.} dues {Ces cotisations de membre ne sont pas jumelées chez {matching_employer_name}\u00a0: seule leur part déductible d’impôt peut compter.} auction {Les achats aux enchères ne sont pas jumelés chez {matching_employer_name}.} stock {Les dons de titres ne sont pas jumelés chez {matching_employer_name}.} volunteer_hours {Les heures de bénévolat ne sont pas jumelées chez {matching_employer_name}.} other {Les dons de ce genre ne sont pas jumelés chez {matching_employer_name}.}}',
  reason_employee_type_excluded:
    '{matching_employer_name} ne jumelle que les dons de {only_employees, select, yes {son personnel} other {certaines personnes}}, et vous ne semblez pas en faire partie.',
  reason_refused: `{matching_employer_name} a refusé de jumeler ${gifts('ce don', 'ces dons')}.`,
  reason_yearly_maximum: 'Vos autres dons ont atteint le maximum annuel par personne chez {matching_employer_name}.',
  reason_lifetime_maximum: 'Vos autres dons ont atteint le maximum à vie par personne chez {matching_employer_name}.',
  reason_other: `Les règles chez {matching_employer_name} ne couvrent pas ${gifts('ce don', 'ces dons')}.`,
  missing_policy:
    '{has_as_of, select, yes {Date de nos renseignements sur {matching_employer_name}\u00a0: {as_of}.} other {}}',
}
