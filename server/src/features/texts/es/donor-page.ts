import type { PageTexts } from '../catalogue.ts'

export const spanishPageTexts: PageTexts = {
  from: '{receiving_org_name}',
  your_gift: '{has_several, select, yes {Sus donaciones} other {Su donación}}',
  could_add: '{matching_employer_name} podría agregar',
  source:
    '{has_as_of, select, yes {Fuente: {source_host}, {as_of}.} other {Fuente: {source_host}.}} Las reglas cambian; {matching_employer_name} tiene la última palabra.',
  foot: 'Twofold busca contrapartidas de empleadores para {receiving_org_name}. Nunca maneja el dinero: la contrapartida va del empleador a la organización.',
  questions: 'Preguntas y respuestas',
  language: 'Idioma',
  privacy: 'Privacidad',
  contact: '{has_reply, select, yes {Escribir a {receiving_org_email}} other {}}',

  act_title:
    '{has_match, select, yes {{matching_employer_name} podría agregar {match_amount}} other {{matching_employer_name} podría igualar su donación}}',
  act_intro:
    'Gracias por {has_several, select, yes {sus donaciones} other {su donación}} a {receiving_org_name}. Esto es lo que hay que hacer, con todo lo que necesita.',
  by_deadline:
    '{has_deadline, select, yes {Hágalo a más tardar el {deadline}.} other {Cuanto antes, mejor: la mayoría de los empleadores acepta solicitudes solo durante unos meses.}}',
  late: 'La fecha límite fue el {deadline}. Si la solicitó a tiempo, dígalo con el botón de abajo.',
  steps: 'Qué hacer',
  needed: 'Lo que le pedirán',

  csr_open_title:
    'Inicie sesión en su portal de donaciones{has_vendor, select, yes { ({matching_employer_vendor})} other {}}',
  csr_open_text: 'Use la cuenta que le dio su empleador. Se abre en una pestaña nueva.',
  csr_open: 'Abrir el portal',
  platform_title: '{matching_employer_name} recibe solicitudes en {matching_employer_vendor}',
  platform_text:
    'No conocemos su dirección allí. Puede encontrarla en su intranet, o buscando «{matching_employer_vendor}» y el nombre de su empleador. Estos son los pasos:',
  platform_show: 'Ver los pasos',
  csr_ask:
    'Busque «request a match» (solicitar la contrapartida) y luego {receiving_org_name}. Lo más seguro es buscar por EIN.',
  csr_fill:
    'Ingrese la donación con los datos de abajo y envíela. Si le piden un recibo, sirve el de {receiving_org_name}.',
  submitted_then: 'Vuelva aquí y presione «Ya la solicité».',

  giving_then:
    'Díganos que ya está hecho desde nuestro correo sobre esta donación: presione el botón que está allí y no volveremos a pedírselo.',

  contact_show: '{has_contact, select, yes {Ver el correo} other {Ver la carta}}',
  contact_show_text:
    '{has_contact, select, yes {Ya lo escribimos por usted. Solo cópielo y envíelo desde su dirección de trabajo.} other {Ya la escribimos por usted. Solo cópiela y envíela.}}',
  contact_send:
    '{has_contact, select, yes {Copie este correo y envíelo desde su dirección de trabajo a {matching_employer_contact_email}.} other {Copie esta carta y envíela a {has_contact_address, select, yes {{matching_employer_contact_address}} other {las personas encargadas de donaciones en {matching_employer_name}}}.}}',
  contact_mail_program: 'Abrirlo en mi programa de correo',
  contact_subject: 'Solicitud de contrapartida: {receiving_org_name}',
  contact_letter:
    'Hola:\n\nHice una donación de {gift_amount} a {receiving_org_name}{has_ein, select, yes { (EIN {receiving_org_ein})} other {}}{has_donation_date, select, yes { el {donation_date}} other {}}, y quisiera solicitar la contrapartida de {matching_employer_name}.\n\n{has_reply, select, yes {{receiving_org_name} puede confirmar la donación: {receiving_org_email}.\n\n} other {}}¿Necesita algo más de mi parte?\n\nGracias,\n{donor_full_name}',

  mail_form: 'Obtenga el formulario',
  mail_form_open: 'Abrir el formulario',
  mail_form_ask:
    'Pida el formulario de contrapartida («matching gift form») en recursos humanos, o búsquelo en su intranet.',
  mail_fill: 'Imprímalo, llene su parte con los datos de abajo y fírmelo a mano.',
  mail_send_to: 'Envíelo por correo postal a:',
  mail_send_form: 'Envíelo por correo postal a la dirección que figura en el formulario.',
  mail_then: 'Vuelva aquí y presione «Ya lo envié por correo».',

  form_honest:
    'La firma en línea todavía no está disponible aquí. Mientras tanto, el formulario de {matching_employer_name} se usa en papel o como PDF.',
  sign_step: 'Lea y firme el formulario de {matching_employer_name}',
  sign_step_text: 'Llenamos lo que sabemos. Toma dos minutos en un teléfono, y no hay que imprimir nada.',
  sign_open: 'Leer y firmar el formulario',
  sign_step_then: '{receiving_org_name} lo envía a {matching_employer_name} con el recibo de su donación.',
  sign_title: 'Firmar el formulario de {matching_employer_name}',
  sign_back: 'Volver a su donación',
  sign_asked_title: 'Lo que solo usted sabe',
  sign_asked_text: 'El formulario lo pide. Deje en blanco lo que prefiera no decir.',
  sign_donor_phone: 'Teléfono',
  sign_donor_address: 'Dirección',
  sign_employee_id: 'Número de empleado',
  sign_fill: 'Ponerlo en el formulario',
  sign_form_title: 'El formulario tal como se firmará',
  sign_form_text:
    '¿Está todo bien? Si su nombre, su correo o su empleador no es correcto, vuelva atrás y corríjalo primero.',
  sign_page: 'Una página del formulario. Lo que escribimos en ella está en la lista de abajo.',
  sign_pdf: 'Abrir el formulario en PDF',
  sign_change: 'Cambiar lo que llenó',
  sign_name_title: 'Su firma',
  sign_name: 'Su nombre completo',
  sign_draw: 'Dibújela con el dedo o el ratón, si lo desea',
  sign_draw_again: 'Dibujarla de nuevo',
  sign_consent:
    'Leí este formulario, lo que dice de mí es verdad y lo firmo electrónicamente. Mi nombre escrito o dibujado vale como una firma en papel.',
  sign_kept:
    'Con su firma guardamos la hora, su dirección de internet y su navegador. Figuran en la última página del formulario firmado.',
  sign_press: 'Firmar el formulario',
  sign_missing: 'Escriba su nombre completo y marque la casilla; luego presione de nuevo.',
  sign_changed: 'Algo en el formulario cambió desde que lo abrió. Léalo una vez más, por favor, y luego firme.',
  sign_done_title: 'El formulario está firmado',
  sign_done_text: 'Gracias. Firmó el formulario de {matching_employer_name} el {signed_day}.',
  sign_done_verify: '{receiving_org_name} llena ahora su parte y lo envía a {matching_employer_name}.',
  sign_done_sent: '{receiving_org_name} lo envía a {matching_employer_name} con el recibo de su donación.',
  sign_done_pdf: 'Descargar el formulario firmado',
  sign_ask_title: 'Firmar un formulario de contrapartida',
  sign_ask_text: 'Escriba la dirección de correo con la que hizo su donación y le enviaremos un enlace al formulario.',
  sign_ask_label: 'Correo electrónico',
  sign_ask_press: 'Enviarme el enlace',

  form_fill: 'Llene su parte con los datos de abajo y fírmelo.',
  form_send:
    'Envíelo adonde indica el formulario. Si tiene una parte para la organización, {has_reply, select, yes {envíelo primero a {receiving_org_email}} other {entréguelo primero a {receiving_org_name}}}.',
  form_then: 'Vuelva aquí y presione «Ya lo envié».',

  employment_label: '¿Cuál es su relación con {matching_employer_name}?',
  employment_why: 'Sus reglas no son iguales para todos. Díganoslo y las revisaremos por usted.',
  employment_employee: 'Trabajo allí',
  employment_part_time: 'Trabajo allí a tiempo parcial',
  employment_retired: 'Me jubilé allí',
  employment_board: 'Soy parte de su junta directiva',
  employment_spouse: 'Mi cónyuge o pareja trabaja allí',
  employment_former: 'Antes trabajaba allí',
  employment_press: 'Revisar las reglas para mí',

  submitted_press: 'Ya la solicité',
  mailed_press: 'Ya lo envié por correo',
  sent_press: 'Ya lo envié',
  decline: 'No quiero hacerlo',
  decline_sure:
    'Entonces cerraremos esta solicitud y no le enviaremos más correos al respecto. Su donación queda como está.',
  decline_press: 'Sí, cerrar la solicitud',

  fact_gift: 'Monto',
  fact_date: 'Fecha de la donación',
  fact_transaction: 'Transacción',
  fact_nonprofit: 'Organización',
  fact_ein: 'EIN (identificación fiscal)',
  fact_address: 'Dirección',
  fact_contact: 'Contacto',
  fact_website: 'Sitio web',
  fact_rate: 'Proporción',
  rate_of: '{match_ratio} (empleador por donante)',
  fact_deadline: 'Fecha límite',
  fact_limits: 'Límites',
  limit_min: 'desde {matching_employer_min_match}',
  limit_max_gift: 'hasta {max_per_gift} por donación',
  limit_max_year: 'hasta {max_per_year} por año',
  copy: 'Copiar',
  copied: '¡Copiado!',

  consent_title: '¿Podemos buscar una contrapartida?',
  consent_intro:
    'Gracias por su donación de {gift_amount} a {receiving_org_name}{has_donation_date, select, yes {, del {donation_date}} other {}}. Muchos empleadores igualan las donaciones de su personal.',
  consent_what:
    'Si dice que sí, revisaremos las reglas de {has_employer, select, yes {{matching_employer_name}} other {su empleador}} para esta donación{can_write, select, yes { y le escribiremos el resultado. Puede detenerlo en cualquier momento.} other {. Esta página mostrará el resultado.}}',
  consent_yes: 'Sí, busquen una contrapartida',
  consent_no: 'No, gracias',

  employer_title: '¿Dónde trabaja?',
  employer_intro:
    'Gracias por su donación de {gift_amount} a {receiving_org_name}. Díganos quién es su empleador y averiguaremos si iguala donaciones como la suya.',
  employer_label: 'Nombre de su empleador',
  employer_press: 'Buscarlo',
  employer_missing: 'Escriba el nombre de su empleador, por favor.',

  submitted_title: 'Gracias. Ya está en camino',
  submitted_text:
    '{matching_employer_name} tiene su solicitud. La mayoría de los empleadores paga por lotes, unas semanas o unos meses después, directamente a {receiving_org_name}. No tiene que hacer nada más.',
  completed_title: 'Está completo. Gracias',
  completed_text:
    '{has_several, select, yes {Sus donaciones a {receiving_org_name} recibieron} other {Su donación a {receiving_org_name} recibió}} la contrapartida. Usted lo hizo posible.',
  verify_title: 'Gracias. Su parte está hecha',
  verify_text: '{receiving_org_name} tiene que confirmar ahora la donación. No tiene que hacer nada más.',
  declined_title: 'Esta solicitud está cerrada',
  declined_text:
    'No volveremos a escribirle al respecto. Gracias por su donación a {receiving_org_name}: ayuda igualmente.',
  declined_back:
    '{has_reply, select, yes {¿Cambió de opinión? Escriba a {receiving_org_email}.} other {¿Cambió de opinión? Dígaselo a {receiving_org_name}.}}',
  review_title: 'Lo estamos averiguando',
  review_text:
    'Gracias. Estamos averiguando sobre {matching_employer_name}. {can_write, select, yes {Cuando sepamos qué hacer, le escribiremos.} other {Abra esta página de nuevo en unos días: dirá qué hacer.}}',
  recurring_title: 'Estamos sumando sus donaciones',
  recurring_text:
    'Las contrapartidas de sus donaciones periódicas a {receiving_org_name} se solicitan juntas. {can_write, select, yes {Le escribiremos cuando llegue el momento.} other {Esta página lo dirá cuando llegue el momento.}}',
  preparing_title: 'Todavía no, pero pronto',
  preparing_text:
    '{receiving_org_name} tiene que preparar algunas cosas antes de que podamos buscar una contrapartida. {can_write, select, yes {Cuando esté listo, revisaremos su donación.} other {Cuando esté listo, esta página dirá qué hacer.}}',
  over_title: 'Esta solicitud de contrapartida está cerrada',
  over_text: 'No tiene que hacer nada. Gracias por su donación a {receiving_org_name}.',

  told_9_title: 'Todavía averiguamos cómo pedirla',
  told_9_text:
    '{matching_employer_name} podría igualar su donación, pero todavía no sabemos cómo solicitar la contrapartida. {has_reply, select, yes {Si usted lo sabe, escriba a {receiving_org_email}.} other {Si usted lo sabe, dígaselo a {receiving_org_name}.}}',
  told_10_title: 'Esta donación está por debajo del mínimo',
  told_10_text:
    '{matching_employer_name} iguala donaciones {has_min, select, yes {de {matching_employer_min_match} o más} other {a partir de un mínimo}}. {later_gift_joins, select, yes {Si vuelve a donar a {receiving_org_name} a más tardar el {later_gift_until}, sumaremos sus donaciones.} other {Si vuelve a donar, una donación{has_min, select, yes { de {matching_employer_min_match} o más} other { por encima del mínimo}} puede recibir la contrapartida.}}',
  told_15_payroll_title: 'Su empleador ya la tiene',
  told_15_payroll_text:
    'Esta donación llegó por la nómina de {matching_employer_name}, así que no hay nada que solicitar ni nada que hacer.',
  told_19_none_title: 'Gracias por su donación',
  told_19_none_text:
    'Por lo que nos dijeron, no tiene un empleador que pueda igualarla. Su donación a {receiving_org_name} ayuda igualmente.',
  told_11_title: 'Esta donación no puede recibir la contrapartida',
  told_11_text:
    '{reason_text} No tiene que hacer nada. Gracias por {has_several, select, yes {sus donaciones} other {su donación}}.',
  told_15_title: 'Iguala las donaciones hechas en su propio sitio',
  told_15_text:
    '{matching_employer_name} iguala solo las donaciones hechas en su propio sitio o por descuento de nómina. La próxima vez, busque allí {receiving_org_name}{has_ein, select, yes { (EIN {receiving_org_ein})} other {}}.',
  told_19_title: 'No conocemos ningún programa',
  told_19_text:
    'Hasta donde sabemos, {matching_employer_name} no tiene hoy un programa de contrapartidas. Su donación a {receiving_org_name} ayuda igualmente.',
  told_wrong:
    '{has_reply, select, yes {¿Es un error? Escriba a {receiving_org_email}.} other {¿Es un error? Dígaselo a {receiving_org_name}.}}',
  elsewhere: '{has_employer, select, yes {No trabajo allí} other {Sí tengo un empleador}}',
  elsewhere_text: 'Díganos dónde trabaja y volveremos a revisar esta donación.',

  choose_title: '¿Cuál es?',
  choose_text: 'Conocemos estos empleadores. Elija el suyo para que apliquemos sus reglas de inmediato.',
  choose_none: 'Ninguno de estos:',
  choose_press: 'Es este',
  choose_back: 'Volver atrás',

  receipt_link: 'Recibo (PDF)',
  receipt_title: 'Recibo de donación',
  receipt_text:
    '{receiving_org_name} recibió la donación que figura abajo. Este recibo es para el programa de contrapartidas de {has_employer, select, yes {{matching_employer_name}} other {su empleador}}.',
  receipt_donor: 'Donante',
  receipt_taxes:
    'Para sus impuestos, use el recibo que le envió {receiving_org_name}: indica si se entregó algo a cambio.',
  calendar_link: 'Agregar la fecha límite a mi calendario',
  calendar_summary: 'Último día para pedir a {matching_employer_name} que iguale su donación',
  calendar_text: 'Su donación de {gift_amount} a {receiving_org_name}. Qué hacer, con todo lo que necesita:',

  gifts_title: 'Todas sus donaciones',
  gifts_text: 'A {receiving_org_name} y a las organizaciones que le pertenecen. Cada una tiene su propia página.',
  stands_act: '{has_stand_deadline, select, yes {Le espera, hasta el {stand_deadline}} other {Le espera}}',
  stands_late: 'La fecha límite fue el {stand_deadline}',
  stands_consent: 'Espera su respuesta',
  stands_employer: 'Díganos quién es su empleador',
  stands_submitted: 'Solicitada',
  stands_completed: 'Completa',
  stands_verify: 'Espera a la organización',
  stands_declined: 'Cerrada, como usted pidió',
  stands_review: 'Lo estamos averiguando',
  stands_recurring: 'Se está sumando',
  stands_preparing: 'Todavía no, pero pronto',
  stands_over: 'Cerrada',
  stands_told_9: 'Averiguamos cómo pedirla',
  stands_told_10: 'Por debajo del mínimo',
  stands_told_11: 'No puede recibir la contrapartida',
  stands_told_15: 'Solo en el sitio del empleador',
  stands_told_19: 'No conocemos ningún programa',

  rules: 'Estas reglas están equivocadas',
  rules_text:
    'Díganos qué es lo correcto en {matching_employer_name}. Una persona lo revisa y corrige nuestro directorio.',
  rules_about: '¿Qué está equivocado?',
  rules_value: '¿Qué es lo correcto?',
  rules_source: 'Página web que lo dice (si conoce alguna)',
  rules_note: 'Algo más (si lo desea)',
  rules_press: 'Enviar la corrección',
  rules_program: 'Si se igualan donaciones',
  rules_ratio: 'Cuánto se agrega',
  rules_minimum: 'El mínimo',
  rules_maximum: 'El máximo',
  rules_deadline: 'La fecha límite',
  rules_who: 'Quién puede participar',
  rules_nonprofits: 'Qué organizaciones',
  rules_how: 'Cómo solicitarla',
  rules_company: 'El nombre de la empresa',
  rules_other: 'Otra cosa',

  suggested: 'Gracias. Una persona revisa lo que escribió y corrige las reglas donde estén equivocadas.',
  suggestion_missing: 'Escriba qué es lo correcto, por favor.',
  suggestions_many: 'Ya tenemos varias notas suyas. Revisaremos primero esas.',
  moved_on: 'Esto ya había cambiado, así que no se hizo nada. Así está ahora.',
  noted: 'Anotado. Gracias.',
}
