import type { MailTexts } from '../catalogue.ts'
import { spanishDeadlines } from '../deadlines.ts'
import { gifts } from '../gifts.ts'

// "Igualar" is the action of the employer, "la contrapartida" its gift.

const greeting = '{has_first_name, select, yes {Hola, {donor_first_name}:} other {Hola:}}'
const salutation = 'Con nuestro agradecimiento,\n{receiving_org_name}'

const thanks =
  '{has_several, select, yes {Gracias por sus {gift_count} donaciones a {receiving_org_name} {gift_span}, {gift_amount} en total.} other {Gracias por su donación de {gift_amount} a {receiving_org_name}{has_donation_date, select, yes {, hecha el {donation_date}} other {}}.}}'

const couldBring =
  '{matching_employer_name} iguala las donaciones de su personal. ' +
  `{has_match, select, yes {Podría agregar {match_amount} a ${gifts('la suya', 'las suyas')}, sin costo para usted.} other {Podría igualar también ${gifts('la suya', 'las suyas')}, sin costo para usted.}}`

const campaign = '{has_campaign_msg, select, yes {{campaign_msg}} other {}}'

const inTime =
  `{has_deadline, select, yes {Hágalo a más tardar el {deadline}. Después de esa fecha, {matching_employer_name} no aceptará solicitudes para ${gifts('esta donación', 'estas donaciones')}.} ` +
  `several {${spanishDeadlines} {matching_employer_name} no acepta solicitudes tardías.} ` +
  'other {La mayoría de los empleadores acepta solicitudes solo durante unos meses.}}'

const tellUs =
  '¿Ya la solicitó? Díganoslo en su página y no le enviaremos recordatorios. ' +
  'La contrapartida va directamente a {receiving_org_name}.'

const ifWrong =
  '¿Trabaja en otro lugar? Díganoslo en su página y volveremos a revisar. ¿Cree que nos equivocamos? {has_reply, select, yes {Responda a este correo.} other {Dígaselo a {receiving_org_name}.}}'

const atWork = gifts(
  'Su donación ya está ayudando, y se la agradecemos.',
  'Sus donaciones ya están ayudando, y se las agradecemos.',
)

const matchSubject =
  '{has_match, select, yes {{matching_employer_name} podría agregar {match_amount} a {has_several, select, yes {sus donaciones} other {su donación}}} ' +
  `other {{matching_employer_name} podría igualar ${gifts('su donación', 'sus donaciones')}}}`

const stillThere =
  'Un breve recordatorio: {matching_employer_name} todavía puede {has_match, select, yes {agregar {match_amount} a} other {igualar}} ' +
  `${gifts('su donación de {gift_amount} a {receiving_org_name}', 'sus {gift_count} donaciones a {receiving_org_name} {gift_span}, {gift_amount} en total')}, sin costo para usted.`

const notYetMatched =
  `${gifts('Su donación de {gift_amount} a {receiving_org_name} todavía no ha', 'Sus {gift_count} donaciones a {receiving_org_name} {gift_span}, {gift_amount} en total, todavía no han')} recibido la contrapartida. ` +
  `{matching_employer_name} podría {has_match, select, yes {agregar {match_amount}} other {${gifts('igualarla', 'igualarlas')}}}, pero solo si usted la solicita` +
  '{has_deadline, select, yes {.} several { a tiempo.} other {. Este es nuestro último recordatorio.}}'

const reminders = {
  subject2: `{has_match, select, yes {Recordatorio: {matching_employer_name} todavía puede agregar {match_amount}} other {Recordatorio: {matching_employer_name} podría igualar ${gifts('su donación', 'sus donaciones')}}}`,
  preheader2: 'Falta un paso{has_deadline, select, yes {, a más tardar el {deadline}} other {}}.',
  header2: `${gifts('Su donación todavía puede', 'Sus donaciones todavía pueden')} recibir la contrapartida`,
  paragraph_one_2: stillThere,
  subject3: `{has_deadline, select, yes {Solicite la contrapartida de ${gifts('su donación', 'sus donaciones')} a {receiving_org_name} a más tardar el {deadline}} several {Solicite la contrapartida de {first_gifts, select, several {sus primeras donaciones} other {su primera donación}} a {receiving_org_name} a más tardar el {deadline}} other {Último recordatorio: ${gifts('su donación a {receiving_org_name} todavía puede', 'sus donaciones a {receiving_org_name} todavía pueden')} recibir la contrapartida}}`,
  preheader3: '{matching_employer_name} solo paga las contrapartidas que se solicitan.',
  header3: `${gifts('Su donación todavía no ha', 'Sus donaciones todavía no han')} recibido la contrapartida`,
  paragraph_one_3: notYetMatched,
} as const

export const spanishMails: MailTexts = {
  6: {
    ...reminders,
    subject1: matchSubject,
    preheader1:
      'Un formulario en papel para firmar y enviar por correo postal{has_deadline, select, yes {, a más tardar el {deadline}} other {}}.',
    header1: gifts('Su donación puede llegar más lejos', 'Sus donaciones pueden llegar más lejos'),
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'Firme un formulario y envíelo por correo postal',
    step_one_text:
      '{matching_employer_name} usa un formulario en papel. Su página {has_form, select, yes {tiene el formulario y muestra} other {le dice dónde obtener el formulario,}} qué llenar y adónde enviarlo.',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Ver el formulario} other {Ver qué hacer}}',
    paragraph_two: '¿Ya lo envió? Díganoslo en su página y no le enviaremos recordatorios.',
    paragraph_three: campaign,
    salutation,
  },
  7: {
    ...reminders,
    subject1: matchSubject,
    preheader1:
      'Unos minutos en su portal de donaciones{has_deadline, select, yes {, a más tardar el {deadline}} other {}}.',
    header1: gifts('Su donación puede llegar más lejos', 'Sus donaciones pueden llegar más lejos'),
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'Solicite su contrapartida (donación equivalente) en unos minutos',
    step_one_text:
      '{has_portal_link, select, yes {Su página lleva a {has_vendor, select, yes {{matching_employer_vendor}} other {su portal de donaciones}} y tiene} other {Su página explica los pasos{has_vendor, select, yes { en {matching_employer_vendor}} other {}} y tiene}} todo lo que necesita para llenar la solicitud.',
    step_one_note: inTime,
    step_one_btn: gifts('Solicitar la contrapartida', 'Solicitar las contrapartidas'),
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  8: {
    ...reminders,
    subject1: matchSubject,
    preheader1:
      '{has_contact, select, yes {Un breve correo, ya escrito} other {Una breve carta, ya escrita}} para usted{has_deadline, select, yes {. Para enviar a más tardar el {deadline}} other {}}.',
    header1: gifts('Su donación puede llegar más lejos', 'Sus donaciones pueden llegar más lejos'),
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'Envíe {has_contact, select, yes {un breve correo} other {una breve carta}} a su empleador',
    step_one_text:
      '{has_contact, select, yes {Ya lo escribimos por usted. Cópielo de su página y envíelo a {matching_employer_contact_email}.} other {Ya la escribimos por usted. Cópiela de su página y envíela{has_contact_address, select, yes { a {matching_employer_contact_address}} other {}}.}}',
    step_one_note: inTime,
    step_one_btn: '{has_contact, select, yes {Ver el correo} other {Ver la carta}}',
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  25: {
    ...reminders,
    subject1: matchSubject,
    preheader1:
      'Un formulario para {has_filled_form, select, yes {revisar} other {llenar}} y firmar{has_deadline, select, yes {, a más tardar el {deadline}} other {}}.',
    header1: gifts('Su donación puede llegar más lejos', 'Sus donaciones pueden llegar más lejos'),
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: '{has_filled_form, select, yes {Revise y firme un formulario} other {Llene y firme un formulario}}',
    step_one_text:
      '{matching_employer_name} usa un formulario de contrapartida. {has_filled_form, select, yes {Ya llenamos lo que sabemos. Revíselo y fírmelo en su página.} other {Su página {has_form, select, yes {lo tiene} other {le dice dónde obtenerlo}} y muestra qué llenar.}}',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Ver el formulario} other {Ver qué hacer}}',
    paragraph_two: 'La contrapartida va directamente a {receiving_org_name}.',
    paragraph_three: campaign,
    salutation,
  },
  9: {
    subject1: '¿Puede ayudarnos con el programa de contrapartidas de {matching_employer_name}?',
    preheader1: 'Todavía no sabemos cómo solicitar la contrapartida. Quizás usted lo sepa.',
    header1: '¿Puede ayudarnos?',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} podría ${gifts('igualarla', 'igualarlas')}, pero todavía no sabemos cómo solicitar la contrapartida. {missing_policy_block}`,
    step_one_title: '¿Sabe cómo funciona?',
    step_one_text:
      'Un enlace al portal de donaciones, el formulario o un contacto en recursos humanos nos ayudaría, y también a sus colegas que donan. {has_reply, select, yes {Basta con responder a este correo.} other {Dígaselo a {receiving_org_name}.}}',
    step_one_note: '¿Tiene dudas? Pregunte en recursos humanos o busque «matching gifts» en su intranet.',
    step_one_btn: 'Ver lo que sabemos',
    paragraph_two: 'Le escribiremos cuando sepamos más.',
    paragraph_three: '',
    salutation,
  },
  10: {
    subject1: 'Sobre el mínimo de {matching_employer_name} para igualar donaciones',
    preheader1: `${gifts('Su donación está', 'Juntas, sus donaciones están')} por debajo de lo que iguala {matching_employer_name}.`,
    header1: `Gracias. ${gifts('Esta donación está', 'Estas donaciones están')} por debajo del mínimo`,
    greeting,
    paragraph_one_1:
      `${thanks} {matching_employer_name} iguala donaciones ` +
      `{has_min, select, yes {de {matching_employer_min_match} o más} other {a partir de un mínimo}}, así que ${gifts('esta por sí sola no puede', 'estas no pueden, ni siquiera juntas,')} recibir la contrapartida.`,
    step_one_title: '{later_gift_joins, select, yes {Las donaciones pequeñas se suman} other {No hay nada que hacer}}',
    step_one_text:
      '{later_gift_joins, select, no {Si vuelve a donar, una donación{has_min, select, yes { de {matching_employer_min_match} o más} other { por encima del mínimo}} puede recibir la contrapartida.} ' +
      'other {Si vuelve a donar a {receiving_org_name} a más tardar el {later_gift_until}, sumaremos sus donaciones. Cuando alcancen el mínimo, le escribiremos para decirle qué hacer.}}',
    step_one_note: '',
    step_one_btn: 'Ver los detalles',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  11: {
    subject1: `Sobre la contrapartida de ${gifts('su donación', 'sus donaciones')} a {receiving_org_name}`,
    preheader1: 'Revisamos las reglas de {matching_employer_name}.',
    header1: `Gracias. ${gifts('Esta donación no puede', 'Estas donaciones no pueden')} recibir la contrapartida`,
    greeting,
    paragraph_one_1: `${thanks} Revisamos si {matching_employer_name} ${gifts('la', 'las')} igualaría. {reason_text}`,
    step_one_title: 'Dos cosas que puede intentar',
    step_one_text:
      '¿Otro empleador en su hogar iguala donaciones? Escriba su nombre en su página y lo revisaremos. Muchos empleadores también donan a organizaciones donde su personal es voluntario. Pregunte en recursos humanos.',
    step_one_note: atWork,
    step_one_btn: 'Ver lo que revisamos',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  15: {
    subject1: 'Cómo iguala donaciones {matching_employer_name}',
    preheader1: 'Solo iguala las que se hacen en su propio sitio o por nómina.',
    header1: 'La próxima vez, su donación podría recibir la contrapartida',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} solo iguala las donaciones hechas en su propio sitio o por descuento de nómina, así que ${gifts('esta no puede', 'estas no pueden')} recibir la contrapartida.`,
    step_one_title: 'Para la próxima vez',
    step_one_text:
      'Si desea volver a donar, busque {receiving_org_name}{has_ein, select, yes { (EIN {receiving_org_ein})} other {}} en el sitio de donaciones de {matching_employer_name}. La contrapartida se agrega allí.',
    step_one_note: '',
    step_one_btn: 'Ver los detalles',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  19: {
    subject1: 'Buscamos un programa de contrapartidas en {matching_employer_name}',
    preheader1: 'No lo encontramos, pero puede intentar dos cosas.',
    header1: 'Gracias. Esta vez no encontramos una contrapartida',
    greeting,
    paragraph_one_1: `${thanks} Lo revisamos y no encontramos un programa de contrapartidas en {matching_employer_name}.`,
    step_one_title: 'Dos cosas que puede intentar',
    step_one_text:
      '¿{matching_employer_name} es parte de una empresa más grande? ¿El empleador de su cónyuge o pareja iguala donaciones? Escriba ese nombre en su página y lo revisaremos.',
    step_one_note: atWork,
    step_one_btn: 'Ver lo que sabemos',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  23: {
    subject1: `¿Podría su empleador igualar ${gifts('su donación', 'sus donaciones')}?`,
    preheader1: 'Díganos dónde trabaja y lo revisaremos.',
    header1: '¿Dónde trabaja?',
    greeting,
    paragraph_one_1: `${thanks} Miles de empresas igualan las donaciones de su personal, muchas veces dólar por dólar. ¿La suya también?`,
    step_one_title: 'Díganos el nombre de su empleador',
    step_one_text:
      'Es todo lo que necesitamos. ¿Se jubiló? Muchos empleadores también igualan las donaciones de su personal jubilado.',
    step_one_note: 'Solo lo usaremos para buscar una contrapartida.',
    step_one_btn: 'Decir dónde trabajo',
    paragraph_two: '¿Prefiere no decirlo? Simplemente ignore este correo.',
    paragraph_three: '',
    salutation,
  },
  24: {
    subject2: `Recordatorio: ¿podemos buscar una contrapartida para ${gifts('su donación', 'sus donaciones')}?`,
    preheader2: `No volveremos a preguntarle por ${gifts('esta donación', 'estas donaciones')}.`,
    header2: '¿Podemos buscar una contrapartida?',
    paragraph_one_2:
      `Usted donó {gift_amount} a {receiving_org_name}${gifts('', ' en {gift_count} donaciones')}, y {has_employer, select, yes {{matching_employer_name}} other {su empleador}} podría ${gifts('igualarla', 'igualarlas')}. ` +
      'Solo lo revisaremos si dice que sí.',
    subject1: `¿Podemos buscar una contrapartida para ${gifts('su donación', 'sus donaciones')}?`,
    preheader1: `Su empleador podría ${gifts('igualarla', 'igualarlas')}. Preguntamos antes de revisar.`,
    header1: '¿Podemos buscar una contrapartida?',
    greeting,
    paragraph_one_1: `${thanks} Muchos empleadores igualan las donaciones de su personal. Nos gustaría revisar si {has_employer, select, yes {{matching_employer_name}} other {el suyo}} lo hace y enviarle el resultado.`,
    step_one_title: 'Usted decide',
    step_one_text: `Diga que sí, y revisaremos ${gifts('esta donación', 'estas donaciones')} y le enviaremos unos pocos correos como máximo. Diga que no, y no volveremos a escribirle sobre esto. Si no responde, no revisaremos nada.`,
    step_one_note: '',
    step_one_btn: 'Elegir sí o no',
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
  102: {
    subject1: `{has_deadline, select, yes {Fecha límite {deadline}: pida a {matching_employer_name} que iguale ${gifts('su donación', 'sus donaciones')}} several {Fecha límite {deadline}: pida a {matching_employer_name} que iguale {first_gifts, select, several {sus primeras donaciones} other {su primera donación}}} other {Pida pronto a {matching_employer_name} que iguale ${gifts('su donación', 'sus donaciones')}}}`,
    preheader1: 'Después de la fecha límite, será tarde para solicitar la contrapartida.',
    header1:
      '{has_deadline, select, yes {La fecha límite es el {deadline}} several {La primera fecha límite es el {deadline}} other {Solicite pronto su contrapartida}}',
    subject2: `{has_deadline, select, yes {Última semana: pida a {matching_employer_name} que iguale ${gifts('su donación', 'sus donaciones')} a más tardar el {deadline}} several {Última semana: pida a {matching_employer_name} que iguale {first_gifts, select, several {sus primeras donaciones} other {su primera donación}}} other {Últimos días: pida a {matching_employer_name} que iguale ${gifts('su donación', 'sus donaciones')}}}`,
    preheader2: 'Toma unos minutos. Su página tiene todo lo que necesita.',
    header2:
      '{has_deadline, select, several {Esta es la última semana para solicitar su primera contrapartida} other {Esta es la última semana para solicitar su contrapartida}}',
    greeting,
    paragraph_one_1:
      `${gifts('Su donación de {gift_amount} a {receiving_org_name} todavía puede', 'Sus {gift_count} donaciones a {receiving_org_name} {gift_span}, {gift_amount} en total, todavía pueden')} recibir la contrapartida. {matching_employer_name} ` +
      `podría {has_match, select, yes {agregar {match_amount}} other {${gifts('igualarla', 'igualarlas')}}}, pero solo si usted la solicita{has_deadline, select, yes {} other { a tiempo}}.`,
    step_one_title: 'Toma unos minutos',
    step_one_text: 'Su página explica los pasos y tiene todo lo que pide {matching_employer_name}.',
    step_one_note: inTime,
    step_one_btn: 'Solicitar mi contrapartida',
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  103: {
    subject1: `{more_to_come, select, yes {Llegó la primera parte de la contrapartida de {matching_employer_name}} other {{matching_employer_name} igualó ${gifts('su donación', 'sus donaciones')} a {receiving_org_name}}}`,
    preheader1:
      '{has_received, select, yes {Ya llegó el pago de {received_amount}.} other {El dinero ya llegó.}} Gracias.',
    header1: `{more_to_come, select, yes {Llegó la primera parte de su contrapartida} other {${gifts('Su donación recibió', 'Sus donaciones recibieron')} la contrapartida}}. ¡Gracias!`,
    greeting,
    paragraph_one_1:
      '{has_several, select, yes {Usted donó {gift_amount} a {receiving_org_name} en {gift_count} donaciones {gift_span}} other {Usted donó {gift_amount} a {receiving_org_name}{has_donation_date, select, yes { el {donation_date}} other {}}}}, ' +
      'y {matching_employer_name} agregó {has_received, select, yes {{received_amount}} other {su parte}}. {more_to_come, select, yes {El resto llegará después. } other {}}Gracias por hacerlo posible.',
    step_one_title: '',
    step_one_text: 'No tiene que hacer nada más.',
    step_one_note: '',
    step_one_btn: `Ver ${gifts('mi donación', 'mis donaciones')}`,
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
}
