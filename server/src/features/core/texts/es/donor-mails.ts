import type { MailTexts } from '../catalogue.ts'
import { spanishDeadlines } from '../deadlines.ts'
import { gifts } from '../gifts.ts'

// "Igualar" is the action of the employer, "la contrapartida" its gift.

const greeting = '{has_first_name, select, yes {Hola, {donor_first_name}:} other {Hola:}}'
const salutation = 'Con nuestro agradecimiento,\n{receiving_org_name}'

const thanks =
  '{has_several, select, yes {Gracias por sus {gift_count} donaciones a {receiving_org_name} {gift_span}, {gift_amount} en total.} other {Gracias por su donación de {gift_amount} a {receiving_org_name}{has_donation_date, select, yes {, del {donation_date}} other {}}.}}'

const couldBring =
  '{matching_employer_name} iguala las donaciones de su personal. ' +
  `{has_match, select, yes {Podría agregar {match_amount} a ${gifts('la suya', 'las suyas')}, sin costo para usted.} other {${gifts('La suya podría ser una de ellas', 'Las suyas podrían estar entre ellas')}, sin costo para usted.}}`

const campaign = '{has_campaign_msg, select, yes {{campaign_msg}} other {}}'

const inTime =
  `{has_deadline, select, yes {Hágalo a más tardar el {deadline}. Después de ese día, {matching_employer_name} ya no aceptará solicitudes para ${gifts('esta donación', 'estas donaciones')}.} ` +
  `several {${spanishDeadlines} Pasada la fecha límite de una donación, {matching_employer_name} ya no acepta solicitudes para ella.} ` +
  'other {Cuanto antes, mejor: la mayoría de los empleadores acepta solicitudes solo durante unos meses.}}'

const tellUs =
  '¿Ya lo hizo? Presione «Ya la solicité» en la misma página y no le enviaremos recordatorios. ' +
  `La contrapartida va a {receiving_org_name}, además de ${gifts('su donación', 'sus donaciones')}.`

const ifWrong =
  '¿Trabaja en otro lugar? Díganoslo en la página que abre el botón y volveremos a revisar. ¿Conoce estas reglas mejor que nosotros? {has_reply, select, yes {Responda a este correo} other {Dígaselo a {receiving_org_name}}}: las reglas cambian y agradecemos las correcciones.'

const atWork = gifts(
  'Su donación ya está ayudando, y se la agradecemos.',
  'Sus donaciones ya están ayudando, y se las agradecemos.',
)

const matchSubject =
  '{has_match, select, yes {{matching_employer_name} podría agregar {match_amount} a {has_several, select, yes {sus donaciones} other {su donación}}} ' +
  `other {{matching_employer_name} podría igualar ${gifts('su donación', 'sus donaciones')}}}`

const stillThere =
  `Un breve recordatorio sobre ${gifts('su donación de {gift_amount} a {receiving_org_name}', 'sus {gift_count} donaciones a {receiving_org_name} {gift_span}, {gift_amount} en total')}: {matching_employer_name} todavía puede ` +
  '{has_match, select, yes {agregar {match_amount}} other {agregar su parte}}, sin costo para usted.'

const reminders = {
  subject2: `{has_match, select, yes {Recordatorio: {matching_employer_name} todavía puede agregar {match_amount}} other {Recordatorio: {matching_employer_name} podría igualar ${gifts('su donación', 'sus donaciones')}}}`,
  preheader2: `${gifts('Su donación todavía puede', 'Sus donaciones todavía pueden')} recibir la contrapartida{has_deadline, select, yes {, hasta el {deadline}} other {}}.`,
  header2: `${gifts('Su donación todavía puede', 'Sus donaciones todavía pueden')} crecer`,
  paragraph_one_2: stillThere,
  subject3: `Aún está a tiempo de pedir la contrapartida de ${gifts('su donación', 'sus donaciones')} a {receiving_org_name}`,
  preheader3: 'Falta un paso{has_deadline, select, yes {. Es posible hasta el {deadline}} other {}}.',
  header3: 'Todavía falta un paso',
  paragraph_one_3: stillThere,
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
    step_one_title: 'Un formulario para firmar y enviar por correo postal',
    step_one_text:
      '{matching_employer_name} todavía usa papel. Su página {has_form, select, yes {tiene el formulario y muestra} other {le dice dónde obtener el formulario,}} qué llenar y adónde enviarlo.',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Ver el formulario} other {Ver qué hacer}}',
    paragraph_two:
      'Cuando lo haya enviado, presione «Ya lo envié por correo» en la misma página y no le enviaremos recordatorios.',
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
    step_one_title: 'Una solicitud en su portal de donaciones',
    step_one_text:
      'Toma unos minutos. {has_portal_link, select, yes {Su página lleva a {has_vendor, select, yes {{matching_employer_vendor}} other {ese portal}}} other {Su página explica los pasos{has_vendor, select, yes { en {matching_employer_vendor}} other {}}}} y tiene todo lo que le pedirán, listo para copiar.',
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
    step_one_title: '{has_contact, select, yes {Un breve correo} other {Una breve carta}} a su empleador',
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
    preheader1: `Un formulario{has_deadline, select, yes {, a más tardar el {deadline}} other {}}, y ${gifts('su donación puede', 'sus donaciones pueden')} llegar más lejos.`,
    header1: gifts('Su donación puede llegar más lejos', 'Sus donaciones pueden llegar más lejos'),
    greeting,
    paragraph_one_1: `${thanks} ${couldBring}`,
    step_one_title: 'Un formulario para llenar y firmar',
    step_one_text:
      '{matching_employer_name} recibe las solicitudes en un formulario. Su página {has_form, select, yes {lo tiene} other {le dice dónde obtenerlo}} y muestra qué llenar.',
    step_one_note: inTime,
    step_one_btn: '{has_form, select, yes {Ver el formulario} other {Ver qué hacer}}',
    paragraph_two: '¿Prefiere no hacerlo? Dígalo en la misma página y no volveremos a pedírselo.',
    paragraph_three: campaign,
    salutation,
  },
  9: {
    subject1: '¿Iguala donaciones {matching_employer_name}? Quizás usted sepa más que nosotros',
    preheader1: 'Todavía averiguamos cómo pedir la contrapartida. Quizás usted lo sepa.',
    header1: 'Todavía averiguamos cómo pedirla',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} podría ${gifts('igualarla', 'igualarlas')}, pero todavía no sabemos cómo solicitar la contrapartida. {missing_policy_block}`,
    step_one_title: '¿Sabe cómo funciona allí?',
    step_one_text:
      'Un enlace a su portal de donaciones, el formulario o el nombre de la persona encargada nos ayudaría, y también a cada colega que done después. {has_reply, select, yes {Basta con responder a este correo.} other {Dígaselo, por favor, a {receiving_org_name}.}}',
    step_one_note: '¿No lo sabe con certeza? Pregunte en recursos humanos o busque «matching gifts» en su intranet.',
    step_one_btn: 'Ver lo que sabemos',
    paragraph_two: 'Cuando lo averigüemos, le escribiremos una vez más.',
    paragraph_three: '',
    salutation,
  },
  10: {
    subject1: `${gifts('Su donación', 'Sus donaciones')} a {receiving_org_name} y la contrapartida de {matching_employer_name}`,
    preheader1: `Gracias. ${gifts('Esta donación está', 'Juntas, estas donaciones están')} por debajo de lo que iguala su empleador.`,
    header1: `Gracias. ${gifts('Esta donación está', 'Estas donaciones están')} por debajo del mínimo`,
    greeting,
    paragraph_one_1:
      `${thanks} {matching_employer_name} iguala donaciones ` +
      `{has_min, select, yes {de {matching_employer_min_match} o más} other {a partir de un mínimo}}, así que ${gifts('esta por sí sola no puede', 'estas no pueden, ni siquiera juntas,')} recibir la contrapartida.`,
    step_one_title: '{later_gift_joins, select, yes {Las donaciones pequeñas se suman} other {No hay nada que hacer}}',
    step_one_text:
      '{later_gift_joins, select, no {Si vuelve a donar, una donación{has_min, select, yes { de {matching_employer_min_match} o más} other { por encima del mínimo}} puede recibir la contrapartida.} ' +
      'other {Si vuelve a donar a {receiving_org_name} a más tardar el {later_gift_until}, sumaremos sus donaciones. Cuando alcancen el mínimo, le escribiremos para indicarle el único paso que falta.}}',
    step_one_note: '',
    step_one_btn: 'Ver los detalles',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  11: {
    subject1: `${gifts('Su donación', 'Sus donaciones')} a {receiving_org_name} y las reglas de {matching_employer_name}`,
    preheader1: `Gracias. Lo revisamos, y ${gifts('esta donación no cumple', 'estas donaciones no cumplen')} con las reglas.`,
    header1: `Gracias. ${gifts('Esta no puede', 'Estas no pueden')} recibir la contrapartida`,
    greeting,
    paragraph_one_1: `${thanks} Revisamos si {matching_employer_name} ${gifts('la', 'las')} igualaría. {reason_text}`,
    step_one_title: 'No hay nada que hacer',
    step_one_text: atWork,
    step_one_note: '',
    step_one_btn: 'Ver lo que revisamos',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  15: {
    subject1: 'Cómo iguala donaciones {matching_employer_name}',
    preheader1: 'Iguala las que se hacen en su propio sitio o por nómina.',
    header1: 'La próxima vez, su empleador podría sumarse a lo que usted done',
    greeting,
    paragraph_one_1: `${thanks} {matching_employer_name} iguala solo las donaciones hechas en su propio sitio o por descuento de nómina, así que ${gifts('esta ya no puede', 'estas ya no pueden')} recibir la contrapartida.`,
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
    subject1: `Gracias por ${gifts('su donación', 'sus donaciones')} a {receiving_org_name}`,
    preheader1: 'Buscamos un programa de contrapartidas en {matching_employer_name}.',
    header1: 'Gracias, de parte de todo el equipo',
    greeting,
    paragraph_one_1: `${thanks} Muchos empleadores igualan las donaciones de su personal, así que lo revisamos. Hasta donde sabemos, {matching_employer_name} no tiene hoy un programa así.`,
    step_one_title: 'No hay nada que hacer',
    step_one_text: atWork,
    step_one_note: '',
    step_one_btn: 'Ver lo que sabemos',
    paragraph_two: ifWrong,
    paragraph_three: '',
    salutation,
  },
  23: {
    subject1: `¿Podría su empleador sumarse a ${gifts('su donación', 'sus donaciones')}?`,
    preheader1: 'Díganos dónde trabaja y lo averiguaremos por usted.',
    header1: '¿Dónde trabaja?',
    greeting,
    paragraph_one_1: `${thanks} Miles de empleadores igualan las donaciones de su personal, muchas veces dólar por dólar. Nos gustaría averiguar si el suyo lo hace.`,
    step_one_title: 'Díganos el nombre de su empleador',
    step_one_text:
      'Es todo lo que necesitamos. ¿Se jubiló? Muchos empleadores también igualan las donaciones de sus jubilados.',
    step_one_note: 'Lo usamos solo para esta pregunta.',
    step_one_btn: 'Decir dónde trabajo',
    paragraph_two: '¿Prefiere no decirlo? Entonces no haga caso de este correo. Gracias de todos modos.',
    paragraph_three: '',
    salutation,
  },
  24: {
    // the single reminder for donors without a response
    subject2: `Una vez más: ¿podemos buscar una contrapartida para ${gifts('su donación', 'sus donaciones')}?`,
    preheader2: `Sí o no, no volveremos a preguntarle por ${gifts('esta donación', 'estas donaciones')}.`,
    header2: '¿Podemos buscar una contrapartida?',
    paragraph_one_2:
      `Usted donó {gift_amount} a {receiving_org_name}${gifts('', ' en {gift_count} donaciones')}, y {has_employer, select, yes {{matching_employer_name}} other {su empleador}} podría sumarse. ` +
      'Nos gustaría revisarlo, y solo lo haremos si dice que sí.',
    subject1: `¿Podemos buscar una contrapartida para ${gifts('su donación', 'sus donaciones')}?`,
    preheader1: `Su empleador podría sumarse a ${gifts('su donación', 'sus donaciones')}. Preguntamos antes de buscar.`,
    header1: '¿Podemos buscar una contrapartida?',
    greeting,
    paragraph_one_1: `${thanks} Muchos empleadores igualan las donaciones de su personal. Nos gustaría revisar si {has_employer, select, yes {{matching_employer_name}} other {el suyo}} lo hace y escribirle al respecto.`,
    step_one_title: 'Usted decide',
    step_one_text: `Si dice que sí, revisaremos las reglas para ${gifts('esta donación', 'estas donaciones')} y le enviaremos unos pocos correos como máximo. Si dice que no, no volveremos a escribirle sobre esto. Si no responde, no buscaremos.`,
    step_one_note: '',
    step_one_btn: 'Elegir sí o no',
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
  102: {
    subject1: `{has_deadline, select, yes {Hasta el {deadline}: {matching_employer_name} todavía puede igualar ${gifts('su donación', 'sus donaciones')}} several {Hasta el {deadline}: {matching_employer_name} todavía puede igualar {first_gifts, select, several {sus primeras donaciones} other {su primera donación}}} other {{matching_employer_name} todavía puede igualar ${gifts('su donación', 'sus donaciones')}}}`,
    preheader1:
      '{has_deadline, select, several {Después de la fecha límite de una donación, nadie podrá pedir su contrapartida.} other {Después de la fecha límite, nadie podrá pedir esta contrapartida.}}',
    header1:
      '{has_deadline, select, yes {El último día es el {deadline}} several {La primera fecha límite es el {deadline}} other {Los últimos días para solicitarla}}',
    greeting,
    paragraph_one_1:
      `${gifts('Su donación de {gift_amount} a {receiving_org_name} todavía puede', 'Sus {gift_count} donaciones a {receiving_org_name} {gift_span}, {gift_amount} en total, todavía pueden')} recibir la contrapartida. {matching_employer_name} ` +
      '{has_match, select, yes {podría agregar {match_amount}} other {podría agregar su parte}}, si usted lo solicita a tiempo.',
    step_one_title: 'Toma unos minutos',
    step_one_text: 'Su página muestra el único paso que falta, con todo lo que pide {matching_employer_name}.',
    step_one_note: inTime,
    step_one_btn: 'Solicitar la contrapartida',
    paragraph_two: tellUs,
    paragraph_three: campaign,
    salutation,
  },
  103: {
    subject1: `{matching_employer_name} {more_to_come, select, yes {empezó a igualar} other {igualó}} ${gifts('su donación', 'sus donaciones')} a {receiving_org_name}`,
    preheader1: '{has_received, select, yes {Ya llegaron {received_amount}.} other {El dinero ya llegó.}} Gracias.',
    header1: `{more_to_come, select, yes {Su empleador empezó a pagar} other {${gifts('Su donación fue igualada', 'Sus donaciones fueron igualadas')}}}. Gracias`,
    greeting,
    paragraph_one_1:
      '{has_several, select, yes {Usted dio {gift_amount} a {receiving_org_name} en {gift_count} donaciones {gift_span}} other {Usted dio {gift_amount} a {receiving_org_name}{has_donation_date, select, yes { el {donation_date}} other {}}}}, ' +
      'y {matching_employer_name} agregó {has_received, select, yes {{received_amount}} other {su parte}}. {more_to_come, select, yes {El resto llegará después. } other {}}Sin usted, ese dinero no estaría aquí.',
    step_one_title: 'No hay nada más que hacer',
    step_one_text: 'Ambas sumas ya están ayudando: la que usted dio y la que agregó su empleador.',
    step_one_note: '',
    step_one_btn: `Ver qué ${gifts('logró mi donación', 'lograron mis donaciones')}`,
    paragraph_two: '',
    paragraph_three: '',
    salutation,
  },
}
