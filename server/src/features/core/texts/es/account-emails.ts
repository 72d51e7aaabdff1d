import { countedIn } from '../counted.ts'
import type { AccountEmailTexts, FactorChanges, Invited } from '../system-email-texts.ts'

const counted = countedIn('es-US')

// The portal is in English, so its buttons keep their English names.

const youAsked = 'Recibe este correo porque alguien ingresó su dirección en Twofold.'

const yourAccount =
  'Recibe este correo porque tiene una cuenta de Twofold. Siempre enviamos correos sobre su seguridad.'

// Strangers choose these names and the recipient, so neither the subject nor the first line contains them.
const reasonOf = ({ organization, invitedBy }: Invited): string[] =>
  invitedBy
    ? [
        'Alguien le invita a trabajar en las contrapartidas de empleadores en Twofold.',
        `Organización: ${organization}\nInvitación de: ${invitedBy}`,
      ]
    : ['Su organización está registrada en Twofold y usted la administra.', `Organización: ${organization}`]

const whyInvited = ({ organization, invitedBy }: Invited): string =>
  invitedBy
    ? `Recibe este correo porque ${invitedBy} dio su dirección para ${organization}.`
    : `Recibe este correo porque se dio su dirección al registrar ${organization}.`

const changes: FactorChanges = {
  app_added: () => 'Se agregó una aplicación de autenticación.',
  app_removed: () => 'Se quitó su aplicación de autenticación.',
  codes_renewed: () => 'Se reemplazaron sus códigos de recuperación.',
  passkey_added: (name) => `Se agregó una llave de acceso: ${name}.`,
  passkey_removed: (name) => `Se quitó una llave de acceso: ${name}.`,
  changed: () => 'Se cambiaron su inicio de sesión en dos pasos o sus códigos de recuperación.',
}

export const spanishAccountEmails: AccountEmailTexts = {
  'magic-link': ({ minutes }) => ({
    subject: 'Su enlace para entrar en Twofold',
    heading: 'Entrar en Twofold',
    before: [`Abra el enlace y presione «Sign in». Funciona una sola vez, durante los próximos ${minutes} minutos.`],
    button: 'Abrir la página de inicio de sesión',
    code: 'En otro navegador o dispositivo, ingrese este código:',
    after:
      'Si no lo solicitó, puede ignorar este correo: nadie puede entrar sin él. No comparta el código con nadie; ' +
      'nunca lo pedimos.',
    why: youAsked,
  }),

  'reset-password': ({ minutes }) => ({
    subject: 'Elija una nueva contraseña para Twofold',
    heading: 'Elija una nueva contraseña',
    before: [
      `Abra el enlace y elija una nueva contraseña. Funciona una sola vez, durante los próximos ${minutes} minutos.`,
    ],
    button: 'Elegir una nueva contraseña',
    after: 'Si no lo solicitó, puede ignorar este correo: su contraseña sigue siendo la misma.',
    why: youAsked,
  }),

  'password-changed': () => ({
    subject: 'Se cambió su contraseña de Twofold',
    heading: 'Se cambió su contraseña',
    before: [
      'Se acaba de elegir una nueva contraseña para su cuenta. Se cerraron todas las sesiones abiertas, y los enlaces ' +
        'que enviamos antes ya no funcionan.',
    ],
    button: 'Iniciar sesión',
    after:
      'Si no fue usted, presione «Forgot password?» en esa página de inmediato y comuníquese con el equipo de ayuda.',
    why: yourAccount,
  }),

  'first-password': ({ days, ...about }) => ({
    subject: about.invitedBy
      ? 'Le invitan a Twofold'
      : 'Su organización está registrada: cree su contraseña de Twofold',
    heading: 'Cree su contraseña',
    before: [
      ...reasonOf(about),
      `Elija una contraseña para comenzar. El enlace funciona una sola vez, durante los próximos ${days} días; después, «Forgot password?» en la ` +
        'página de inicio de sesión le envía uno nuevo.',
    ],
    button: 'Crear su contraseña',
    after: '¿No esperaba este correo? Puede ignorarlo.',
    why: whyInvited(about),
  }),

  'member-added': (about) => ({
    subject: about.invitedBy ? 'Le invitan a otra organización en Twofold' : 'Su organización ya está en Twofold',
    heading: about.invitedBy ? 'Tiene una nueva organización' : 'Su organización está registrada',
    before: [...reasonOf(about), 'Ya tiene una cuenta: inicie sesión como siempre.'],
    button: 'Abrir el portal',
    after: '¿No esperaba este correo? Comuníquese con el equipo de ayuda.',
    why: whyInvited(about),
  }),

  'factors-changed': ({ change, name }) => ({
    subject: 'Cambió la configuración de su inicio de sesión en Twofold',
    heading: 'Cambió la configuración de su inicio de sesión',
    before: [changes[change](name)],
    button: 'Iniciar sesión',
    after:
      'Si no fue usted, presione «Forgot password?» en esa página de inmediato y comuníquese con el equipo de ayuda.',
    why: yourAccount,
  }),

  'attempts-refused': ({ attempts, passedFirst, accesses }) => ({
    subject: 'Intentos fallidos en su cuenta de Twofold',
    heading: 'Alguien intentó entrar como usted',
    before: [
      ...(attempts > 0
        ? [
            `En una hora, ${attempts === 1 ? 'se rechazó' : 'se rechazaron'} ${counted(attempts, 'intento', 'intentos')} de usar su cuenta con una contraseña o un código incorrectos.`,
          ]
        : []),
      ...(passedFirst > 0
        ? [
            `${counted(passedFirst, 'de ellos superó', 'de ellos superaron')} el primer paso del inicio de sesión. Si no fue usted, ` +
              'alguien conoce su contraseña o puede leer su correo. Cambie su contraseña de inmediato.',
          ]
        : []),
      ...(accesses > 0
        ? [
            `Alguien con una sesión en su cuenta intentó ${counted(accesses, 'vez', 'veces')} abrir contenido al que usted no tiene acceso.`,
          ]
        : []),
      'Si fue usted, no hay nada que hacer. La actividad reciente de su cuenta muestra cuándo, desde dónde y en qué dispositivo.',
    ],
    button: 'Abrir su cuenta',
    after:
      'Si no fue usted, elija una contraseña que no use en ningún otro lugar y active el inicio de sesión en dos pasos, que detiene a quien conozca su ' +
      'contraseña. Enviamos como máximo uno de estos correos por hora.',
    why: yourAccount,
  }),

  'email-confirm': ({ minutes }) => ({
    subject: 'Confirme su nueva dirección para Twofold',
    heading: 'Confirme su nueva dirección',
    before: [
      'Alguien quiere entrar en Twofold con esta dirección de ahora en adelante. Si es usted, abra el enlace y presione el ' +
        `botón de la página. Funciona una sola vez, durante los próximos ${minutes} minutos.`,
    ],
    button: 'Confirmar esta dirección',
    after: '¿No es usted? Puede ignorar este correo. Nada cambia sin él.',
    why: youAsked,
  }),

  'email-asked': ({ email }) => ({
    subject: 'Una nueva dirección para su cuenta de Twofold',
    heading: 'Alguien pidió cambiar su dirección',
    before: [
      `La dirección de su cuenta está por cambiar a ${email}. Todavía no cambió nada: primero hay que abrir el enlace ` +
        'que enviamos allí.',
    ],
    button: 'Abrir su cuenta',
    after: 'Si no fue usted, cancele allí el cambio y elija una nueva contraseña.',
    why: yourAccount,
  }),

  'email-changed': ({ email }) => ({
    subject: 'Se cambió su dirección de Twofold',
    heading: 'Se cambió su dirección',
    before: [`Ahora entra con ${email}, y los correos sobre su cuenta llegan allí. Esta dirección ya no se usa.`],
    button: 'Comunicarse con el equipo de ayuda',
    after: 'Si no fue usted, escríbanos de inmediato.',
    why: yourAccount,
  }),
}
