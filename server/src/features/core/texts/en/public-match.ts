/** Results for a gift on an organization's public page and in the widget, and policies in sentences. */
export const englishPublicMatchTexts = {
  preview_matched: 'Your gift of {gift_amount} could become {is_certain, select, yes {} other {up to }}{total_amount}.',
  preview_amount_unknown:
    '{matching_employer_name} matches its employees’ gifts. We don’t know how much it would add to your gift of {gift_amount}.',
  preview_method_unknown: 'We don’t know yet how to request it.',
  preview_below_minimum:
    '{has_min, select, yes {{matching_employer_name} only matches gifts of {min_amount} or more, and your gift is {gift_amount}.} other {{matching_employer_name} only matches larger gifts.}}',
  preview_own_site:
    '{matching_employer_name} only matches gifts made on its own giving site or through payroll, so this gift can’t be matched.',
  preview_excluded: 'This gift probably can’t be matched. {reason}',
  preview_nonprofits: '{matching_employer_name} only matches gifts to certain nonprofits.',
  preview_people: '{matching_employer_name} only matches gifts from certain people.',
  preview_no_program: 'We didn’t find a matching program at {matching_employer_name}.',
  preview_unknown:
    'We don’t know yet {unknown_part, select, amount {how much {matching_employer_name} adds or how to request it} rules {how {matching_employer_name} matches gifts} other {whether {matching_employer_name} matches gifts}}. Request it anyway, and we’ll look into it and email you.',

  policy_none: '{matching_employer_name} has no matching program.',
  policy_unknown: 'We don’t know yet whether {matching_employer_name} matches gifts.',
  policy_leaders: '{matching_employer_name} is known to match gifts only from its {people}, not from other employees.',
  policy_program: '{matching_employer_name} has a matching program, but we don’t know its rules yet.',
  policy_rules:
    '{matching_employer_name} matches employee gifts{has_ratio, select, yes { {ratio}} other {}}{has_min, select, yes {, from {min_amount}} other {}}{has_limits, select, yes {{has_min, select, yes { } other {, }}up to {limits}} other {}}{counts_gifts, select, yes { of each person’s gifts} other {}}{own_site, select, yes {, but only if made on its own giving site or through payroll} other {}}.',
  policy_ratio_step: '{step_ratio} up to {step_end}{each_year, select, yes { a year} other {}}',
  policy_max_gift: '{amount} per gift',
  policy_max_year: '{amount} a year',
  policy_max_lifetime: '{amount} in all',
  policy_people: 'Eligible: {people}.',
  policy_nonprofits: 'Eligible nonprofits: {nonprofits}.',
  policy_source:
    '{has_publisher, select, yes {From {publisher}{has_as_of, select, yes {, as of {as_of}} other {}}} other {{has_as_of, select, yes {As of {as_of}} other {}}}}',

  asked_setting_up:
    'Thank you. {receiving_org_name} has your request and is still setting up matching. We’ll email you the next step when it’s ready.',
  asked_noted: 'Thank you. {receiving_org_name} has your request.',
  asked_email:
    'Thank you. We’ll email {asked_email} a link to confirm your request, usually within the hour, never at night.',

  token_employees: 'employees',
  token_full_time: 'full-time employees',
  token_part_time: 'part-time employees',
  token_seasonal: 'seasonal employees',
  token_retirees: 'retirees',
  token_board_members: 'board members',
  token_trustees: 'trustees',
  token_executives: 'executives',
  token_partners: 'partners',
  token_spouses: 'spouses',
  token_surviving_spouses: 'surviving spouses',
  token_dependents: 'dependents',
  token_arts: 'arts and culture',
  token_colleges: 'colleges and universities',
  token_schools: 'K-12 schools',
  token_education: 'educational institutions',
  token_hospitals: 'hospitals',
  token_health: 'health and human services',
  token_environment: 'environment',
  token_animals: 'animal welfare',
  token_community: 'community and civic',
  token_youth: 'youth organizations',
  token_fire: 'fire and rescue squads',
  token_united_way: 'United Way',
} as const
