import type { Catalogue } from '../catalogue.ts'

export const frenchPhrases: Catalogue['phrases'] = {
  your_employer: 'Votre employeur',
  up_to: 'jusqu’à {amount}',
  your_gift: 'Votre don',
  could_add: '{matching_employer_name} pourrait ajouter',
  gift: 'Don',
  gift_of:
    '{has_several, select, yes {{gift_amount} en plusieurs dons} other {{gift_amount}{has_donation_date, select, yes {, le {donation_date}} other {}}}}',
  rate: 'Taux',
  rate_of: '{match_ratio} (employeur pour donateur)',
  ratio_step: '{step_ratio} jusqu’à {step_end}',
  ratio_then: '{before}, puis {after}',
  ask_by: 'Date limite',
  limits: 'Limites',
  limit_min: 'à partir de {matching_employer_min_match}',
  limit_max_gift: 'jusqu’à {max_per_gift} par don',
  limit_max_year: 'jusqu’à {max_per_year} par année',
  nonprofit: 'Organisme',
  nonprofit_is: '{receiving_org_name}{has_ein, select, yes {, EIN {receiving_org_ein}} other {}}',
  where: 'Où',
  source:
    '{has_as_of, select, yes {Source\u00a0: {source_host}, {as_of}.} other {Source\u00a0: {source_host}.}} Les règles changent; {matching_employer_name} a le dernier mot.',
  or_open: 'Ou ouvrez cette adresse',
  rather_not: 'Je ne veux pas demander de jumelage',
  no_consent: 'Non, merci',
  why_you_get_this:
    'Vous recevez ce courriel parce que vous avez fait un don à {receiving_org_name}, qui a chargé Twofold de chercher les jumelages des employeurs.',
  unsubscribe: 'Se désabonner des courriels sur les jumelages',
  reason_deadline_passed:
    'La date limite pour en faire la demande {has_deadline, select, yes {était le {deadline}} other {est passée}}\u00a0: ce don ne peut donc plus être jumelé.',
  reason_nonprofit_excluded: 'À notre connaissance, ses règles excluent les organismes comme {receiving_org_name}.',
  reason_country_excluded: 'À notre connaissance, ses règles excluent les dons aux organismes de ce pays.',
  reason_gift_kind_excluded: 'À notre connaissance, les dons de ce genre n’y sont pas jumelés.',
  reason_employee_type_excluded:
    'À notre connaissance, seuls les dons de certaines personnes y sont jumelés, et vous ne semblez pas en faire partie.',
  reason_refused: 'La réponse a été que ce don n’est pas jumelé.',
  reason_yearly_maximum:
    'D’après ce que nous voyons, vos autres dons ont déjà atteint ce qui est jumelé pour une personne en une année.',
  reason_lifetime_maximum:
    'D’après ce que nous voyons, vos autres dons ont déjà atteint ce qui est jumelé pour une personne en tout.',
  reason_other: 'À notre connaissance, ses règles excluent ce don.',
  missing_policy: '{has_as_of, select, yes {Date de nos plus récents renseignements\u00a0: {as_of}.} other {}}',
}
