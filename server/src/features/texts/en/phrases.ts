/** What is said around the texts of a template: facts, links, footer. */
export const englishPhrases = {
  your_employer: 'Your employer',
  up_to: 'up to {amount}',
  your_gift: 'Your gift',
  could_add: '{matching_employer_name} could add',
  gift: 'Gift',
  gift_of:
    '{has_several, select, yes {{gift_amount} in several gifts} other {{gift_amount}{has_donation_date, select, yes { on {donation_date}} other {}}}}',
  rate: 'Rate',
  rate_of: '{match_ratio} (employer to donor)',
  ratio_step: '{step_ratio} up to {step_end}',
  ratio_then: '{before}, then {after}',
  ask_by: 'Ask by',
  limits: 'Limits',
  limit_min: 'from {matching_employer_min_match}',
  limit_max_gift: 'up to {max_per_gift} a gift',
  limit_max_year: 'up to {max_per_year} a year',
  nonprofit: 'Nonprofit',
  nonprofit_is: '{receiving_org_name}{has_ein, select, yes {, EIN {receiving_org_ein}} other {}}',
  where: 'Where',
  source:
    '{has_as_of, select, yes {From {source_host}, as of {as_of}.} other {From {source_host}.}} Policies change; {matching_employer_name} has the last word.',
  or_open: 'Or open this address',
  rather_not: "I don't want to ask for a match",
  no_consent: 'No, please don’t',
  why_you_get_this:
    'You’re getting this email because you gave to {receiving_org_name}, which asked Twofold to look for employer matches.',
  unsubscribe: 'Unsubscribe from emails about matches',
  reason_deadline_passed:
    'Its deadline for requests {has_deadline, select, yes {was {deadline}} other {has passed}}, so this gift can no longer be matched.',
  reason_nonprofit_excluded: 'As far as we know, its rules leave out organizations like {receiving_org_name}.',
  reason_country_excluded: 'As far as we know, its rules leave out gifts to organizations in this country.',
  reason_gift_kind_excluded: 'As far as we know, it doesn’t match gifts of this kind.',
  reason_employee_type_excluded:
    'As far as we know, it only matches gifts from certain people, and you don’t seem to be one of them.',
  reason_refused: 'It answered that it doesn’t match this gift.',
  reason_yearly_maximum:
    'As far as we can see, your other gifts have used up what it matches for one person in a year.',
  reason_lifetime_maximum: 'As far as we can see, your other gifts have used up what it matches for one person in all.',
  reason_other: 'As far as we know, its rules leave this gift out.',
  missing_policy: '{has_as_of, select, yes {Our latest information about it is from {as_of}.} other {}}',
} as const
