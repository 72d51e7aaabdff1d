import { inGuillemets } from '@twofold/matching'
import { Link } from 'react-router'
import { spanishLayoutTexts } from '../../../shared/donor-layout-texts.ts'
import { ContactLink, capitalize, type FaqTexts, inlineLinkClass } from './questions.tsx'

export const spanish: FaqTexts = {
  tag: 'es-US',
  frame: spanishLayoutTexts,
  title: 'Preguntas frecuentes',
  lead: 'Orientación para donantes y organizaciones',
  general: 'En general',
  workingWith: (company) => `con ${company}`,
  unanswered: '¿No encuentra su pregunta? Nuestro equipo responde en días hábiles.',
  write: 'Escríbanos',
  yourEmployer: 'su empleador',

  role: (employer) => ({
    question: '¿Qué es Twofold y qué hace?',
    answer: (
      <>
        <p>
          {`Muchos empleadores igualan las donaciones de su personal. Twofold trabaja para la organización a la que usted donó. Averiguamos qué iguala ${employer}, le decimos cómo solicitarlo y se lo recordamos antes de que venza el plazo.`}
        </p>
        <p>
          {`Le acompañamos en el proceso: su donación y la contrapartida nunca pasan por nosotros. Ambas van directamente a la organización. ${capitalize(employer)} decide si iguala una donación.`}
        </p>
      </>
    ),
  }),

  partner: (kind, employer) => {
    const who = {
      vr: 'La plataforma de recaudación por la que usted donó',
      apex: 'La empresa que organizó la recaudación en su escuela',
    }[kind]
    const short = { vr: 'la plataforma de recaudación', apex: 'la empresa detrás de la recaudación' }[kind]
    return {
      who: {
        question: '¿Quién hace qué: la organización, el socio y Twofold?',
        answer: (
          <ul>
            <li>
              <strong>La organización o la escuela</strong> recibió su donación y es la que recibirá la contrapartida.
            </li>
            <li>
              <strong>{who}</strong> procesó su donación, la entregó y nos informó de ella para que se pueda igualar.
            </li>
            <li>
              <strong>Twofold</strong>
              {` averigua cómo iguala donaciones ${employer}, y les guía a usted y a la organización.`}
            </li>
          </ul>
        ),
      },
      refused: {
        question: `Mi empresa dice que no iguala donaciones a ${short}. ¿Qué hago?`,
        answer: (
          <>
            <p>
              {`No hay problema: ${short} no es la organización. Pida la contrapartida de su donación `}
              <strong>a la organización o escuela que la recibió</strong>. Use su nombre y su número fiscal (EIN), que
              están en nuestro correo y en su recibo.
            </p>
            <p>
              Si el formulario pregunta cómo donó, ponga «en línea, con tarjeta» o lo que más se parezca. Si su empresa
              sigue diciendo que no, <ContactLink>cuéntenos</ContactLink> qué respondió y nos ocuparemos de ello.
            </p>
          </>
        ),
      },
    }
  },

  how: {
    portal: (employer) => ({
      question: `¿Cómo se pide la contrapartida en el portal de donaciones de ${employer}?`,
      answer: (
        <>
          <p>
            {`${capitalize(employer)} recibe las solicitudes en su propio portal de donaciones. Toma unos cinco minutos:`}
          </p>
          <ol>
            <li>Presione el botón de nuestro correo y luego «Abrir el portal». Entre como lo hace en el trabajo.</li>
            <li>
              Elija pedir la contrapartida de una donación que ya hizo, y busque la organización por su nombre o su
              número fiscal.
            </li>
            <li>Escriba el monto y la fecha de su donación, y adjunte el recibo si se lo piden.</li>
            <li>Vuelva a nuestra página y presione «Ya envié la solicitud», para que dejemos de recordárselo.</li>
          </ol>
          <p>Después el portal pide a la organización que confirme la donación, y su empleador paga.</p>
        </>
      ),
    }),
    manual: (employer) => ({
      question: `¿Cómo se pide la contrapartida cuando escribo a ${employer}?`,
      answer: (
        <>
          <p>{`${capitalize(employer)} recibe las solicitudes por correo electrónico o por carta. Ya escribimos el texto por usted:`}</p>
          <ol>
            <li>
              Presione el botón de nuestro correo y lea el texto. Nombra la organización, su número fiscal y su
              donación.
            </li>
            <li>Envíelo desde su dirección del trabajo al contacto que aparece allí.</li>
            <li>Presione «Ya envié la solicitud» en nuestra página.</li>
          </ol>
          <p>
            Si el contacto pide algo más, como un recibo o una carta de la organización, la organización puede darle los
            dos.
          </p>
        </>
      ),
    }),
    esign: (employer) => ({
      question: `¿Cómo se pide la contrapartida con el formulario de ${employer}?`,
      answer: (
        <>
          <p>{`${capitalize(employer)} pide un formulario firmado.`}</p>
          <ol>
            <li>Presione el botón de nuestro correo para abrir el formulario, o para leer dónde conseguirlo.</li>
            <li>
              Revise sus datos, complete lo que falte y firme. Algunos empleadores solo aceptan una firma en papel.
            </li>
            <li>Envíelo como dice la página. Si la organización también tiene que firmar, lo hace después de usted.</li>
          </ol>
          <p>
            Si firma en nuestra página, eso es todo. Si lo envía por su cuenta, presione «Ya lo envié» o «Ya lo envié
            por correo» para que dejemos de recordárselo.
          </p>
        </>
      ),
    }),
    direct: (employer) => ({
      question: `¿Cómo funciona la contrapartida cuando ${employer} iguala solo lo que se dona en su propio sitio?`,
      answer: (
        <>
          <p>
            {`${capitalize(employer)} iguala las donaciones hechas en su propio sitio de donaciones o por descuento de nómina. Una donación hecha en otro lugar no se puede igualar después, así que para esta no hay nada que solicitar.`}
          </p>
          <p>La próxima vez, done por el sitio de donaciones de su empresa: la contrapartida se agrega sola.</p>
        </>
      ),
    }),
  },

  wrong: ({ correction }) => ({
    question: 'Mi nombre, mi correo o mi empresa no es correcto. ¿Cómo lo corrijo?',
    answer: correction ? (
      <>
        <p>
          <Link to={correction.path} className={inlineLinkClass}>
            Modifique su solicitud de contrapartida
          </Link>
          . Enviaremos un enlace de un solo uso a la dirección de la solicitud para abrir el formulario.
        </p>
        <p>La persona de la nueva dirección controlará la solicitud.</p>
      </>
    ) : (
      <p>
        Presione el botón de nuestro último correo sobre su contrapartida y elija «Corregir mis datos» al pie de la
        página. Si ya no tiene ese correo, <ContactLink>escríbanos</ContactLink> desde la dirección a la que llegó, y
        díganos de qué donación se trata y qué hay que cambiar.
      </p>
    ),
  }),

  other: {
    question: 'Mi empresa no está en la lista. ¿Qué elijo?',
    answer: (
      <>
        <p>
          Pruebe primero con otros nombres: el de la empresa matriz, el que aparece en su recibo de pago, o el nombre
          sin «Inc.». Si sigue sin aparecer, elija <strong>{inGuillemets('Otra')}</strong> con el nombre tal como lo
          escribió.
        </p>
        <p>Lo averiguaremos y le escribiremos en cuanto lo sepamos.</p>
      </>
    ),
  },

  link: ({ company }) => ({
    question: 'El enlace del correo no funciona. ¿Qué puedo hacer?',
    answer: (
      <>
        <p>
          {`Copie la dirección completa en su navegador: los programas de correo a veces cortan las largas. Si lleva a un portal de donaciones, pruébela desde la red o la intranet de ${company ?? 'su empresa'}, porque muchos solo se abren desde allí. Una búsqueda de «matching gifts» en la intranet encuentra la mayoría.`}
        </p>
        <p>
          Las empresas cambian de lugar sus portales. Si la página ya no existe, <ContactLink>avísenos</ContactLink>: la
          corregiremos para todas las personas que trabajan allí.
        </p>
      </>
    ),
  }),

  minimum: (employer) => ({
    question: 'Mi donación no llega al mínimo de mi empresa. ¿Se pierde?',
    answer: (
      <p>
        {`No. Se le suman otras donaciones a la misma organización: en cuanto juntas llegan al mínimo de ${employer}, dentro del plazo, le escribiremos para que pida la contrapartida del total. Unas pocas empresas no combinan donaciones.`}
      </p>
    ),
  }),

  deadline: (employer) => ({
    question: '¿Cuánto tiempo tengo para pedir la contrapartida?',
    answer: (
      <p>
        {`Depende de ${employer}: a menudo dentro del año siguiente a la donación o hasta el fin del año calendario, a veces dentro de 90 días. Cuando conocemos la fecha, está en nuestros correos. Si su solicitud no ha avanzado, recibe un último correo una semana antes de que venza el plazo. Después, la donación ya no se puede igualar.`}
      </p>
    ),
  }),

  payout: (employer) => ({
    question: '¿Cuándo se paga la contrapartida?',
    answer: (
      <p>
        {`Varía según la empresa. Muchas pagan una vez por trimestre, algunas cada mes, otras una vez al año, y a menudo por medio de una compañía que reúne muchos pagos en uno. ${capitalize(employer)} conoce su propio calendario; de tres a seis meses después de la solicitud no es nada raro.`}
      </p>
    ),
  }),

  received: {
    question: '¿Pueden confirmar que se recibió el dinero de la contrapartida?',
    answer: (
      <>
        <p>
          En realidad, no. El dinero va directamente del empleador, o de una compañía que paga en su nombre, a la
          organización. Los pagos suelen llegar en una sola suma por muchas personas y varios meses, sin nombres, así
          que ni la organización sabe siempre de quién es la contrapartida que contiene.
        </p>
        <p>
          El mejor lugar para mirar es el portal de donaciones de su empresa: muestra si su solicitud fue aprobada y
          pagada.
        </p>
      </>
    ),
  },

  child: {
    question: '¿Se le acredita a mi hijo o hija el monto de la contrapartida?',
    answer: (
      <p>
        Probablemente no. La contrapartida suele llegar después de que termina la recaudación, y va a toda la escuela u
        organización. Algunas recaudaciones cuentan las contrapartidas solicitadas; pregunte a quien la organiza.
      </p>
    ),
  },
}
