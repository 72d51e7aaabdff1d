import { gifts } from '../gifts.ts'
/** Texts around those of a template: facts, links, footer. */
export const englishPhrases = {
  your_employer: 'Your employer',
  up_to: 'up to {amount}',
  your_gift: gifts('Your gift', 'Your gifts'),
  could_add: '{matching_employer_name} could add',
  gift: gifts('Gift', 'Gifts'),
  labelled: '{label}:{value}',
  gift_span:
    '{gift_days, select, several {between {first_gift_date} and {last_gift_date}} other {on {first_gift_date}}}',
  gift_days_on_form:
    '{gift_days, select, several {{first_gift_date} to {last_gift_date}} other {{last_gift_date}}} ({gift_count} gifts)',
  gift_of:
    '{has_several, select, yes {{gift_count} gifts {gift_span}, {gift_amount} together} other {{gift_amount}{has_donation_date, select, yes { on {donation_date}} other {}}}}',
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
  rather_not: 'I don’t want to ask for a match',
  no_consent: 'No, please don’t',
  confirm_subject: 'Please confirm your match request to {receiving_org_name}',
  confirm_preheader: 'One click confirms it. If it wasn’t you, ignore this email.',
  confirm_header: 'Did you request a match?',
  confirm_opening:
    'Someone entered your email address on {receiving_org_name}’s matching gift page, for a gift of {gift_amount}.',
  confirm_title: 'Was that you?',
  confirm_text: 'Confirm it, and we’ll show you how to request the match from your employer.',
  confirm_yes: 'Confirm my request',
  confirm_no: 'This wasn’t me',
  confirm_ignore: 'If it wasn’t you, ignore this email. We won’t send another one about it.',
  why_you_get_this:
    'You’re getting this email because you gave to {receiving_org_name}, which asked Twofold to look for employer matches.',
  unsubscribe: 'Unsubscribe from emails about matches',
  reason_deadline_passed: `{has_deadline, select, yes {{matching_employer_name} took requests for ${gifts('this gift', 'these gifts')} until {deadline}, so ${gifts('it', 'they')} can no longer be matched.} other {{matching_employer_name} takes no more requests for ${gifts('this gift', 'these gifts')}.}}`,
  reason_nonprofit_excluded:
    'As far as we know, {matching_employer_name} doesn’t match gifts to organizations like {receiving_org_name}.',
  reason_country_excluded:
    'As far as we know, {matching_employer_name} doesn’t match gifts to organizations in this country.',
  reason_gift_kind_excluded:
    '{gift_kind, select, pledge {A pledge can be matched once it is paid.} employer_match {This is what an employer paid, and no gift of a donor.} grant {A grant is no gift of a donor.} in_kind {As far as we know, {matching_employer_name} doesn’t match in-kind gifts.} donor_advised_fund {As far as we know, {matching_employer_name} doesn’t match gifts from a donor-advised fund.} payroll {As far as we know, {matching_employer_name} doesn’t match gifts through payroll.} event_ticket {As far as we know, {matching_employer_name} doesn’t match event tickets.} dues {As far as we know, {matching_employer_name} doesn’t match these membership dues: at most their tax-deductible part counts.} auction {As far as we know, {matching_employer_name} doesn’t match auction purchases.} stock {As far as we know, {matching_employer_name} doesn’t match gifts of stock.} volunteer_hours {As far as we know, {matching_employer_name} doesn’t match volunteer hours.} other {As far as we know, {matching_employer_name} doesn’t match gifts of this kind.}}',
  reason_employee_type_excluded:
    'As far as we know, {matching_employer_name} only matches gifts from certain people, and you don’t seem to be one of them.',
  reason_refused: `{matching_employer_name} answered that it doesn’t match ${gifts('this gift', 'these gifts')}.`,
  reason_yearly_maximum:
    'As far as we can see, your other gifts have used up what {matching_employer_name} matches for one person in a year.',
  reason_lifetime_maximum:
    'As far as we can see, your other gifts have used up what {matching_employer_name} matches for one person in all.',
  reason_other: `As far as we know, the rules of {matching_employer_name} leave ${gifts('this gift', 'these gifts')} out.`,
  missing_policy: '{has_as_of, select, yes {Our latest information about it is from {as_of}.} other {}}',
} as const
