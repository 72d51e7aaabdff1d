import type { PublicMatchTexts } from '../catalogue.ts'

export const spanishPublicMatchTexts: PublicMatchTexts = {
  preview_matched:
    'Su donación de {gift_amount} podría convertirse en {is_certain, select, yes {} other {hasta }}{total_amount}.',
  preview_amount_unknown:
    '{matching_employer_name} iguala las donaciones de su personal. No sabemos cuánto agregaría a su donación de {gift_amount}.',
  preview_method_unknown: 'Todavía no sabemos cómo solicitarlo.',
  preview_below_minimum:
    '{has_min, select, yes {{matching_employer_name} solo iguala donaciones de {min_amount} o más, y la suya es de {gift_amount}.} other {{matching_employer_name} solo iguala donaciones mayores.}}',
  preview_own_site:
    '{matching_employer_name} solo iguala donaciones hechas en su propio sitio o por nómina, así que esta donación no puede igualarse.',
  preview_excluded: 'Es probable que esta donación no pueda igualarse. {reason}',
  preview_nonprofits: '{matching_employer_name} solo iguala donaciones a ciertas organizaciones.',
  preview_people: '{matching_employer_name} solo iguala donaciones de ciertas personas.',
  preview_no_program: 'No encontramos un programa de contrapartidas en {matching_employer_name}.',
  preview_unknown:
    'Todavía no sabemos {unknown_part, select, amount {cuánto agrega {matching_employer_name} ni cómo solicitarlo} rules {cómo iguala donaciones {matching_employer_name}} other {si {matching_employer_name} iguala donaciones}}. Solicítelo de todos modos: lo averiguaremos y le escribiremos.',

  policy_none: '{matching_employer_name} no tiene programa de contrapartidas.',
  policy_unknown: 'Todavía no sabemos si {matching_employer_name} iguala donaciones.',
  policy_leaders:
    'Que sepamos, {matching_employer_name} solo iguala donaciones de ciertas personas ({people}), no del resto de su personal.',
  policy_program: '{matching_employer_name} tiene un programa de contrapartidas, pero todavía no conocemos sus reglas.',
  policy_rules:
    '{matching_employer_name} iguala las donaciones de su personal{has_ratio, select, yes { a razón de {ratio}} other {}}{has_min, select, yes {, desde {min_amount}} other {}}{has_limits, select, yes {, hasta {limits}} other {}}{counts_gifts, select, yes { de donaciones por persona} other {}}{own_site, select, yes {, pero solo en su propio sitio o por nómina} other {}}.',
  policy_ratio_step: '{step_ratio} hasta {step_end}{each_year, select, yes { al año} other {}}',
  policy_max_gift: '{amount} por donación',
  policy_max_year: '{amount} al año',
  policy_max_lifetime: '{amount} en total',
  policy_people: 'Pueden participar: {people}.',
  policy_nonprofits: 'Organizaciones aceptadas: {nonprofits}.',
  policy_source:
    '{has_publisher, select, yes {Fuente: {publisher}{has_as_of, select, yes {, {as_of}} other {}}} other {{has_as_of, select, yes {Información de {as_of}} other {}}}}',

  asked_setting_up:
    'Gracias. {receiving_org_name} tiene su solicitud y todavía está preparando las contrapartidas. Le enviaremos el próximo paso cuando todo esté listo.',
  asked_noted: 'Gracias. {receiving_org_name} tiene su solicitud.',
  asked_email:
    'Gracias. Enviaremos a {asked_email} un enlace para confirmar su solicitud, por lo general dentro de una hora, nunca de noche.',

  token_employees: 'empleados',
  token_full_time: 'empleados a tiempo completo',
  token_part_time: 'empleados a tiempo parcial',
  token_seasonal: 'empleados de temporada',
  token_retirees: 'jubilados',
  token_board_members: 'miembros de la junta directiva',
  token_trustees: 'fiduciarios',
  token_executives: 'directivos',
  token_partners: 'socios',
  token_spouses: 'cónyuges',
  token_surviving_spouses: 'cónyuges sobrevivientes',
  token_dependents: 'dependientes',
  token_arts: 'arte y cultura',
  token_colleges: 'universidades',
  token_schools: 'escuelas primarias y secundarias',
  token_education: 'instituciones educativas',
  token_hospitals: 'hospitales',
  token_health: 'salud y servicios sociales',
  token_environment: 'medio ambiente',
  token_animals: 'bienestar animal',
  token_community: 'organizaciones comunitarias',
  token_youth: 'organizaciones juveniles',
  token_fire: 'cuerpos de bomberos y rescate',
  token_united_way: 'organizaciones de United Way',
}
