import type { Catalogue } from '../catalogue.ts'
import { gifts } from '../gifts.ts'

export const spanishPhrases: Catalogue['phrases'] = {
  your_employer: 'Su empleador',
  up_to: 'hasta {amount}',
  your_gift: gifts('Su donación', 'Sus donaciones'),
  see_gift: gifts('Ver su donación', 'Ver sus donaciones'),
  nameless: 'donante',
  could_add: '{matching_employer_name} podría agregar',
  gift: gifts('Donación', 'Donaciones'),
  labelled: '{label}:{value}',
  gift_span:
    '{gift_days, select, several {entre el {first_gift_date} y el {last_gift_date}} other {el {first_gift_date}}}',
  gift_days_on_form:
    '{gift_days, select, several {del {first_gift_date} al {last_gift_date}} other {el {last_gift_date}}} ({gift_count} donaciones)',
  gift_of:
    '{has_several, select, yes {{gift_count} donaciones {gift_span}, {gift_amount} en total} other {{gift_amount}{has_donation_date, select, yes {, el {donation_date}} other {}}}}',
  rate: 'Proporción',
  rate_of: '{match_ratio}',
  ratio_step: '{step_ratio} hasta {step_end}',
  ratio_then: '{before}, luego {after}',
  ask_by: 'Fecha límite',
  limits: 'Límites',
  limit_min: 'Mínimo {matching_employer_min_match}',
  limit_max_gift: 'Máximo {max_per_gift} por donación',
  limit_max_year: 'Máximo {max_per_year} por año',
  nonprofit: 'Organización',
  nonprofit_is: '{receiving_org_name}{has_ein, select, yes {, EIN {receiving_org_ein}} other {}}',
  where: 'Dónde',
  source:
    '{has_as_of, select, yes {Fuente: {source_host}, {as_of}.} other {Fuente: {source_host}.}} Las reglas pueden cambiar. {matching_employer_name} toma la decisión final.',
  others_can: 'Sus otras donaciones que pueden recibir la contrapartida',
  others_asked: 'También preguntamos por estas donaciones',
  others_cannot: 'Sus otras donaciones que no pueden recibir la contrapartida',
  others_count: '{gift_count} donaciones',
  others_by: 'solicitar a más tardar el {deadline}',
  others_more: 'y {more_count} más',
  several_subject1: '{open_count} de sus donaciones a {receiving_org_name} pueden recibir la contrapartida',
  several_subject2:
    'Recordatorio: {open_count} de sus donaciones a {receiving_org_name} todavía pueden recibir la contrapartida',
  several_subject3: '{open_count} de sus donaciones a {receiving_org_name} todavía no han recibido la contrapartida',
  several_preheader: 'Su página explica los pasos para cada donación.',
  several_about: 'Sobre {open_count} de sus donaciones a {receiving_org_name}.',
  several_header2: '{open_count} donaciones todavía pueden recibir la contrapartida',
  several_header3: '{open_count} donaciones todavía no han recibido la contrapartida',
  rather_not: 'No, gracias, no me lo recuerden',
  no_consent: 'No, gracias',
  confirm_subject: 'Confirme su solicitud a {receiving_org_name}',
  confirm_preheader: 'Se confirma con un clic. Si no fue usted, ignore este correo.',
  confirm_header: '¿Solicitó usted una donación equivalente?',
  confirm_opening:
    'Alguien escribió su dirección de correo en la página de donaciones equivalentes de {receiving_org_name}, para una donación de {gift_amount}.',
  confirm_title: '¿Fue usted?',
  confirm_text: 'Confírmelo y le mostraremos cómo pedir la donación equivalente a su empleador.',
  confirm_yes: 'Confirmar mi solicitud',
  confirm_no: 'No fui yo',
  confirm_ignore: 'Si no fue usted, ignore este correo. No le enviaremos otro sobre este asunto.',
  why_you_get_this:
    'Recibe este correo porque hizo una donación a {receiving_org_name}, que usa Twofold para encontrar contrapartidas de empleadores.',
  unsubscribe: 'Dejar de recibir estos correos',
  reason_deadline_passed: `{has_deadline, select, yes {La fecha límite de {matching_employer_name} para ${gifts('esta donación', 'estas donaciones')} fue el {deadline}.} other {{matching_employer_name} ya no acepta solicitudes para ${gifts('esta donación', 'estas donaciones')}.}}`,
  reason_nonprofit_excluded:
    '{matching_employer_name} no iguala donaciones a organizaciones como {receiving_org_name}.',
  reason_country_excluded: '{matching_employer_name} no iguala donaciones a organizaciones de este país.',
  reason_gift_kind_excluded:
    '{gift_kind, select, pledge {Una promesa de donación puede recibir la contrapartida cuando se paga.} employer_match {Esto es lo que pagó un empleador, y no la donación de una persona.} grant {Una subvención no es la donación de una persona.} in_kind {{matching_employer_name} no iguala donaciones en especie.} donor_advised_fund {{matching_employer_name} no iguala donaciones de un fondo asesorado por el donante.} payroll {{matching_employer_name} no iguala donaciones por nómina.} event_ticket {{matching_employer_name} no iguala entradas a eventos.} dues {{matching_employer_name} no iguala estas cuotas de membresía: a lo sumo cuenta su parte deducible de impuestos.} auction {{matching_employer_name} no iguala compras en subastas.} stock {{matching_employer_name} no iguala donaciones de acciones.} volunteer_hours {{matching_employer_name} no iguala horas de voluntariado.} other {{matching_employer_name} no iguala donaciones de este tipo.}}',
  reason_employee_type_excluded:
    '{matching_employer_name} solo iguala las donaciones de {only_employees, select, yes {su personal, y usted no parece formar parte de él} other {ciertas personas, y usted no parece ser una de ellas}}.',
  reason_refused: `{matching_employer_name} rechazó igualar ${gifts('esta donación', 'estas donaciones')}.`,
  reason_yearly_maximum: 'Sus otras donaciones ya alcanzaron el máximo anual por persona de {matching_employer_name}.',
  reason_lifetime_maximum:
    'Sus otras donaciones ya alcanzaron el máximo total por persona de {matching_employer_name}.',
  reason_other: `Las reglas de {matching_employer_name} no cubren ${gifts('esta donación', 'estas donaciones')}.`,
  missing_policy:
    '{has_as_of, select, yes {Nuestra información sobre {matching_employer_name} es de {as_of}.} other {}}',
}
