import type { suggestions } from '@twofold/contract'
import { inGuillemets } from '@twofold/matching'
import { countedIn } from '../counted.ts'
import type { GroupTotal, OtherEmailTexts } from '../system-email-texts.ts'

const counted = countedIn('es-US')

const whyAdmin = (organization: string): string =>
  `Recibe este correo porque usted administra ${organization} en Twofold.`

const blockedActions =
  'Las claves de API que crearon o vieron se eliminaron, y los webhooks hacia sus direcciones están desactivados. ' +
  'Revise sus usuarios y sus correos de notificación: las personas que agregaron permanecen.'

const becauseTexts = {
  gone: 'Su servidor respondió 410 (Gone).',
  nothing_taken: 'Fallaron diez intentos en tres días.',
} as const

const describeTotal = ({ nonprofit, ein, gifts, donors, given, requested }: GroupTotal): string =>
  `${nonprofit}${ein ? ` (EIN ${ein})` : ''}: ${counted(gifts, 'donación', 'donaciones')} de ${counted(donors, 'persona', 'personas')} de su personal, ` +
  `${given} donados, ${requested} solicitados en contrapartidas`

const subjects: Readonly<Record<suggestions.SuggestionSubject, string>> = {
  program: 'si iguala donaciones',
  ratio: 'la proporción',
  minimum: 'el mínimo',
  maximum: 'un máximo',
  deadline: 'la fecha límite',
  who: 'quién puede participar',
  nonprofits: 'qué organizaciones',
  how: 'cómo pedir la contrapartida',
  company: 'el nombre de la empresa, sus otros nombres o sus dominios de correo',
  other: 'otra cosa',
}

export const spanishOtherEmails: OtherEmailTexts = {
  'donor-link': ({ organization, minutes }) => ({
    subject: `Su solicitud de contrapartida para ${organization}`,
    heading: 'Abra su solicitud de contrapartida',
    before: [
      `Pidió ver, o corregir, la contrapartida de su donación a ${organization}. Abra el enlace y presione el ` +
        `botón de la página. Funciona una sola vez, durante los próximos ${minutes} minutos.`,
    ],
    button: 'Abrir mi solicitud de contrapartida',
    after: 'Si no lo solicitó, puede ignorar este correo: sin él no se muestra ni se cambia nada.',
    why: `Recibe este correo porque alguien lo solicitó, sobre una donación con su dirección a ${organization}.`,
  }),

  'donor-handover': ({ organization, email, days }) => ({
    subject: `¿Pasar su solicitud de contrapartida para ${organization} a otra dirección?`,
    heading: 'Confírmelo',
    before: [
      `Alguien que abrió el enlace de un solo uso a su solicitud de contrapartida para ${organization} pidió pasarla a ${email}. ` +
        'La persona en esa dirección recibirá nuestros correos al respecto y controlará la solicitud.',
      `Si es correcto, abra el enlace en los próximos ${days} días y presione el botón de la página.`,
    ],
    button: 'Pasarla',
    after: 'Si no lo es, no haga nada: la solicitud sigue siendo suya y nada cambió.',
    why: `Recibe este correo porque su dirección está registrada para una donación a ${organization}.`,
  }),

  'donor-data': ({ organization, request, minutes }) => ({
    subject: request === 'copy' ? `Sus datos en ${organization}` : `¿Borrar sus datos en ${organization}?`,
    heading: request === 'copy' ? 'Una copia de sus datos' : 'Confírmelo',
    before: [
      request === 'copy'
        ? `Alguien usó un enlace de nuestro correo para pedir una copia de lo que ${organization} guarda sobre usted en Twofold. ` +
          `Abra el enlace y presione el botón de la página. Funciona una sola vez, durante los próximos ${minutes} minutos.`
        : `Alguien usó un enlace de nuestro correo para pedir que se borre lo que ${organization} guarda sobre usted en Twofold. ` +
          `Si es correcto, abra el enlace y presione el botón de la página. Funciona una sola vez, durante los próximos ${minutes} minutos. ` +
          'Lo que se borra no se puede recuperar.',
    ],
    button: request === 'copy' ? 'Obtener mis datos' : 'Borrar mis datos',
    after: 'Si no fue usted, puede ignorar este correo: sin él no se entrega ni se borra nada.',
    why: `Recibe este correo porque alguien lo solicitó, sobre donaciones con su dirección a ${organization}.`,
  }),

  contact: ({ name, email, subject, message }) => ({
    subject: 'Un mensaje del formulario de contacto',
    heading: 'Un mensaje del formulario de contacto',
    before: [
      'Alguien envió este mensaje con el formulario de contacto de Twofold.',
      `De: ${name} <${email}>\nAsunto: ${subject}`,
      message,
    ],
    after: 'Su respuesta llega a quien escribió. No hemos verificado la dirección.',
    why: 'Recibe este correo porque su dirección es la del equipo de ayuda de Twofold.',
  }),

  'group-list': ({ organization, company, by, totals }) => ({
    subject: `Solicitudes de contrapartida de ${organization} para el personal de ${company}`,
    heading: 'Donaciones de su personal por igualar',
    before: [
      `${organization} confirma que recibió las donaciones de la lista adjunta de personas que trabajan en ${company}, y le pide que las iguale.`,
      totals.map(describeTotal).join('\n'),
      'La lista indica la fecha, el monto y la contrapartida solicitada de cada donación.',
    ],
    after: `Una respuesta a este correo llega a ${organization}.`,
    why: `Recibe este correo porque ${by} presentó estas donaciones por ${organization} y dio su dirección como la de ${company} para contrapartidas.`,
  }),

  'suggestion-answered': ({ company, about, value, accepted, changed, reason, isDonor }) => ({
    subject: accepted ? `Se aceptó su corrección sobre ${company}` : `Sobre su corrección de ${company}`,
    heading: accepted ? 'Se aceptó su corrección' : 'No hicimos este cambio',
    before: [
      `Nos envió una corrección sobre el programa de contrapartidas de ${company} (${subjects[about]}): ${inGuillemets(value)}`,
      accepted
        ? changed
          ? 'Gracias. Ya está en el directorio.'
          : 'Gracias. Estamos de acuerdo. Lo que dice el directorio al respecto queda como está por ahora.'
        : 'Gracias por decírnoslo. Revisamos la fuente y no cambiamos nada.',
      ...(reason ? [`${accepted ? 'Una nota nuestra' : 'Por qué'}: ${reason}`] : []),
    ],
    ...(isDonor ? {} : { button: 'Abrir la empresa' }),
    why: 'Recibe este correo porque sugirió una corrección en Twofold.',
  }),

  'verification-due': ({ organization, count, first, matches }) => ({
    subject: `${organization}: ${counted(count, 'contrapartida', 'contrapartidas')} por verificar o firmar, ${count === 1 ? '' : 'la primera '}a más tardar el ${first}`,
    heading:
      count === 1
        ? `Una contrapartida por verificar o firmar a más tardar el ${first}`
        : `${count} contrapartidas por verificar o firmar pronto`,
    before: [
      'Los empleadores solo pagan lo que usted confirma a tiempo. Estas necesitan su firma o confirmación:',
      [
        ...matches.map(
          ({ donor, company, worth, until }) =>
            `A más tardar el ${until}: ${donor || 'un donante'}, ${company || 'empleador desconocido'}${worth ? `, hasta ${worth}` : ''}`,
        ),
        ...(count > matches.length ? [`Y ${count - matches.length} más.`] : []),
      ].join('\n'),
    ],
    button: 'Verificar o firmar',
    after: '¿Ya lo hizo? Márquela allí como verificada y dejaremos de recordárselo.',
    why: `Recibe este correo porque su dirección es el contacto principal o un correo de notificación de ${organization}, o de su organización matriz.`,
  }),

  report: ({ organization, report, frequency, setBy, from, to, withExternal, figures, news }) => ({
    subject: `Su informe: ${report}, ${organization}`,
    heading: report,
    before: [
      from && to
        ? `Donaciones del ${from} al ${to}, de ${organization}.`
        : from
          ? `Donaciones desde el ${from}, de ${organization}.`
          : to
            ? `Donaciones hasta el ${to}, de ${organization}.`
            : `Donaciones de cualquier fecha, de ${organization}.`,
      withExternal ? 'Incluye las contrapartidas externas.' : 'No incluye las contrapartidas externas.',
      figures
        ? `${counted(figures.gifts, 'donación', 'donaciones')}\nDonado: ${figures.given}\nContrapartida estimada: ${figures.estimated}\n` +
          `Solicitado a empleadores: ${figures.submitted}\nRecibido: ${figures.received}`
        : 'Este informe es demasiado grande para un correo. Descárguelo para ver las cifras.',
      ...(news
        ? [`Donado del ${news.from} al ${news.to}: ${counted(news.gifts, 'donación', 'donaciones')}, ${news.given}.`]
        : []),
    ],
    button: 'Abrir el informe',
    after: 'Inicie sesión para ver las filas con los nombres de los donantes, como tabla o descarga.',
    stop: 'No recibir más este informe por correo',
    why: setBy
      ? `Recibe este correo porque ${setBy} hace que se le envíe este informe cada ${frequency === 'weekly' ? 'semana' : 'mes'}.`
      : `Recibe este correo porque pidió que se le envíe este informe cada ${frequency === 'weekly' ? 'semana' : 'mes'}.`,
  }),

  'report-file': ({ organization, name, format, rows, until }) => ({
    subject: `Su archivo está listo: ${name}, ${organization}`,
    heading: 'Su archivo está listo',
    before: [
      `Su archivo ${format} de ${inGuillemets(name)} para ${organization} está listo (${rows} filas).`,
      `Inicie sesión para descargarlo en Reports hasta el ${until}.`,
    ],
    button: 'Ver sus archivos',
    after: 'Contiene nombres de donantes, así que no lo adjuntamos.',
    why: 'Recibe este correo porque pidió este archivo y tardó un rato en crearse.',
  }),

  'erasure-soon': ({ organization, day, parent }) => ({
    subject: `${organization} se borrará el ${day}`,
    heading: `Todos los datos de ${organization} se borrarán el ${day}`,
    before: [
      `${organization} está cerrada. El ${day} borraremos para siempre sus donantes, donaciones, contrapartidas, correos, archivos y configuración. Después nadie podrá recuperarlos.`,
      'Para guardar una copia, presione «Export everything» en Organization, Settings antes de ese día.',
      parent
        ? `Para conservar la organización, pida a un administrador de ${parent} que la reabra; sus filiales se abren con ella.`
        : 'Para conservar la organización, presione allí «Reopen this organization», y no se borrará nada.',
    ],
    button: parent ? 'Exportar' : 'Exportar o reabrir',
    after:
      'Si quiere que se borre, no tiene que hacer nada. Conservamos las facturas y los pagos para nuestra contabilidad, sin nombres de donantes. ' +
      'Su cuenta también se borra si no pertenece a ninguna otra organización.',
    why: whyAdmin(organization),
  }),

  'webhook-disabled': ({ url, organization, because }) => ({
    subject: `Se desactivó un webhook de ${organization}`,
    heading: 'Se desactivó un webhook',
    before: [
      `Desactivamos el webhook https://${url} de ${organization}.\n${becauseTexts[because]}`,
      'Ya no enviamos nada allí. Cuando su servidor esté listo, active el webhook de nuevo en Integrations, Webhooks, ' +
        'y reenvíe desde su registro de entregas lo que le faltó.',
    ],
    button: 'Abrir los webhooks',
    after: 'Si otra persona se encarga de este servidor, reenvíele este correo.',
    why: whyAdmin(organization),
  }),

  'chapter-asked': ({ organization, parent, askedBy, days }) => ({
    subject: `¿Quiere ${organization} ser una filial?`,
    heading: '¿Ser una filial de otra organización?',
    before: [
      `Otra organización de Twofold invitó a ${organization} a ser su filial.`,
      `Organización: ${parent}\nInvitación de: ${askedBy}`,
      'Si acepta, el equipo de esa organización podrá ver y cambiar sus donaciones, donantes, listas y ajustes con el mismo acceso que tiene allí; ' +
        'sus claves de API y webhooks recibirán sus donaciones, y esa organización pagará sus cargos. Usted conserva su propio equipo y puede salir cuando quiera.',
      `No verán nada suyo hasta que acepte. La invitación vence en ${days} días.`,
    ],
    button: 'Abrir el portal',
    after: 'Si no los conoce, rechácela o ignore este correo. Nada cambia.',
    why: whyAdmin(organization),
  }),

  'chapter-joined': ({ organization, chapter }) => ({
    subject: `${chapter} ahora es filial de ${organization}`,
    heading: 'Tiene una nueva filial',
    before: [
      `${chapter} aceptó. Su equipo ya puede trabajar en ella, y sus listas y totales incluyen todas sus donaciones, anteriores y nuevas.`,
    ],
    button: 'Abrir el portal',
    why: whyAdmin(organization),
  }),

  'chapter-left': ({ organization, other, isParent, needsSetup }) => ({
    subject: isParent ? `${other} ya no es filial de ${organization}` : `${organization} ya no es filial de ${other}`,
    heading: isParent ? 'Una filial se fue' : 'Ya no son una filial',
    before: [
      isParent
        ? `${other} conserva sus donaciones, donantes y ajustes. Sus listas y totales ya no los incluyen, y usted ya no paga sus cargos.`
        : `Usted conserva sus donaciones, donantes, equipo y ajustes. ${other} ya no los ve ni paga sus cargos. Vea Billing.`,
      ...(needsSetup
        ? [
            'La configuración de esa organización ya no cuenta para la suya. Termine la suya en el panel. Hasta entonces, las donaciones nuevas esperan y no escribimos a los donantes sobre ellas.',
          ]
        : []),
      ...(isParent ? [] : [blockedActions]),
    ],
    button: 'Abrir el portal',
    why: whyAdmin(organization),
  }),
}
