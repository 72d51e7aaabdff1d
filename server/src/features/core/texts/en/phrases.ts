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
    '{has_several, select, yes {{gift_count} gifts {gift_span}, {gift_amount} in all} other {{gift_amount}{has_donation_date, select, yes { on {donation_date}} other {}}}}',
  rate: 'Match rate',
  rate_of: '{match_ratio}',
  ratio_step: '{step_ratio} up to {step_end}',
  ratio_then: '{before}, then {after}',
  ask_by: 'Deadline',
  limits: 'Limits',
  limit_min: 'Minimum {matching_employer_min_match}',
  limit_max_gift: 'Maximum {max_per_gift} per gift',
  limit_max_year: 'Maximum {max_per_year} per year',
  nonprofit: 'Nonprofit',
  nonprofit_is: '{receiving_org_name}{has_ein, select, yes {, EIN {receiving_org_ein}} other {}}',
  where: 'Where',
  source:
    '{has_as_of, select, yes {From {source_host}, as of {as_of}.} other {From {source_host}.}} Policies can change. {matching_employer_name} makes the final decision.',
  or_open: 'Or open this address',
  rather_not: 'No thanks, don’t remind me',
  no_consent: 'No thanks',
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
    'You’re getting this email because you gave to {receiving_org_name}, which uses Twofold to find employer matches.',
  unsubscribe: 'Unsubscribe from matching emails',
  reason_deadline_passed: `{has_deadline, select, yes {{matching_employer_name}’s deadline for ${gifts('this gift', 'these gifts')} was {deadline}.} other {{matching_employer_name} no longer accepts requests for ${gifts('this gift', 'these gifts')}.}}`,
  reason_nonprofit_excluded: '{matching_employer_name} doesn’t match gifts to organizations like {receiving_org_name}.',
  reason_country_excluded: '{matching_employer_name} doesn’t match gifts to organizations in this country.',
  reason_gift_kind_excluded:
    '{gift_kind, select, pledge {A pledge can be matched once it’s paid.} employer_match {This was paid by an employer, not a donor.} grant {A grant isn’t a donor’s gift.} in_kind {{matching_employer_name} doesn’t match in-kind gifts.} donor_advised_fund {{matching_employer_name} doesn’t match gifts from a donor-advised fund.} payroll {{matching_employer_name} doesn’t match gifts through payroll.} event_ticket {{matching_employer_name} doesn’t match event tickets.} dues {{matching_employer_name} doesn’t match these membership dues. Only a tax-deductible part could be matched.} auction {{matching_employer_name} doesn’t match auction purchases.} stock {{matching_employer_name} doesn’t match gifts of stock.} volunteer_hours {{matching_employer_name} doesn’t match volunteer hours.} other {{matching_employer_name} doesn’t match gifts of this kind.}}',
  reason_employee_type_excluded:
    '{matching_employer_name} only matches gifts from certain people, and you don’t seem to qualify.',
  reason_refused: `{matching_employer_name} declined to match ${gifts('this gift', 'these gifts')}.`,
  reason_yearly_maximum: 'Your other gifts have used up {matching_employer_name}’s yearly maximum per person.',
  reason_lifetime_maximum: 'Your other gifts have used up {matching_employer_name}’s lifetime maximum per person.',
  reason_other: `{matching_employer_name}’s rules don’t cover ${gifts('this gift', 'these gifts')}.`,
  missing_policy: '{has_as_of, select, yes {Our latest information is from {as_of}.} other {}}',
} as const
