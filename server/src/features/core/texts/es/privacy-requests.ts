import type { PrivacyTexts } from '../catalogue.ts'

export const spanishPrivacyTexts: PrivacyTexts = {
  correct_link: 'Corregir mi nombre, mi correo o mi empleador',
  wishes_link: 'Sus correos y sus datos',
  wishes_title: 'Sus correos y sus datos',
  wishes_back: 'Volver a su donación',
  wishes_mails: 'Correos sobre contrapartidas',
  wishes_mails_text: 'Los correos de {receiving_org_name} sobre contrapartidas de empleadores llegan a {donor_email}.',
  wishes_fewer_text:
    'Si es demasiado: con menos correos recibe uno por cada donación, lo que resulte de una respuesta suya y un aviso antes de una fecha límite. Sin otros recordatorios.',
  wishes_fewer_press: 'Escríbanme menos',
  wishes_is_fewer:
    'Como usted pidió, recibe un correo por cada donación, lo que resulte de una respuesta suya y un aviso antes de una fecha límite. Sin otros recordatorios.',
  wishes_all_press: 'Escríbanme como antes',
  wishes_none: 'Detener estos correos',
  wishes_is_none: 'Ya no enviamos ninguno.',
  wishes_again: 'Recibirlos de nuevo',
  wishes_data: 'Sus datos',
  wishes_data_text:
    'Lo que {receiving_org_name} guarda sobre usted en Twofold es suyo: puede obtenerlo o hacer que se borre. Para que nadie más lo haga con un correo que usted reenvió, primero enviamos un enlace a {donor_email}.',
  wishes_copy_press: 'Enviarme un enlace a mis datos',
  wishes_erase: 'Borrar mis datos',
  wishes_erase_text:
    'Su nombre, direcciones, empleador, notas y correos se borran para siempre. Los montos y los días de sus donaciones quedan, sin nada que diga que son suyas. Las contrapartidas que todavía no haya solicitado ya no se podrán solicitar.',
  wishes_erase_press: 'Enviarme un enlace para borrarlos',
  wishes_elsewhere:
    'Esto se refiere a {receiving_org_name}. Las otras organizaciones de su lista tienen su propia página: abra primero una donación hecha a ellas.',
  wish_fewer: 'Anotado. Escribiremos menos.',
  wish_all: 'Anotado. Escribiremos como antes.',
  wish_mailed: 'Enviamos un enlace a {donor_email}. Funciona una sola vez, durante {link_minutes} minutos.',
  wish_too_many: 'Ya enviamos varios enlaces. Use el más reciente o inténtelo de nuevo en una hora.',

  data_copy_title: 'Una copia de sus datos',
  data_copy_text:
    'Todo lo que {receiving_org_name} guarda sobre usted en Twofold, en un archivo ZIP con tablas. Este enlace funciona una sola vez.',
  data_copy_press: 'Descargar mis datos',
  data_erasure_title: '¿Borrar sus datos?',
  data_erasure_text:
    'Se borra todo lo que dice quién es usted: su nombre, direcciones, empleador, notas y correos en {receiving_org_name}. Los montos y los días de sus donaciones quedan en sus libros sin eso. No se puede deshacer, y los enlaces de correos anteriores dejan de funcionar.',
  data_erasure_press: 'Borrar mis datos ahora',
  data_keep: 'Si prefiere conservarlos, simplemente cierre esta página.',
  data_erased_title: 'Sus datos se borraron',
  data_erased_text:
    '{receiving_org_name} ya no guarda ningún nombre, dirección ni empleador suyo en Twofold, y no le escribiremos. Las copias fuera de Twofold, como su propia lista de donantes, son un asunto entre usted y {receiving_org_name}.',
  data_busy_title: 'Inténtelo de nuevo en un minuto',
  data_busy_text:
    'En este momento se está enviando un correo para usted. Todavía no se borró nada, y este enlace sigue funcionando.',
  data_used_title: 'Este enlace ya se usó o es demasiado antiguo',
  data_used_text: 'Pida uno nuevo en la página de su donación, en «Sus correos y sus datos».',

  unknown_title: 'No conocemos este enlace',
  unknown_text:
    'Es posible que su programa de correo lo haya cortado. Ábralo de nuevo desde el correo o copie la dirección completa.',
  ended_title: 'Este enlace ya no lleva a ninguna parte',
  ended_text:
    'La donación se retiró, sus datos se borraron o cambió la dirección de correo asociada. Use el enlace del correo más reciente sobre su donación. Si no lo tiene, la organización que le escribió puede ayudarle.',
  too_many_title: 'Un momento, por favor',
  too_many_text: 'Llegaron muchas solicitudes desde su red. Inténtelo de nuevo en unos minutos.',

  unsubscribe_title: '¿No más correos sobre contrapartidas?',
  unsubscribe_text:
    'Los correos de {receiving_org_name} sobre contrapartidas de empleadores llegan a {donor_email}. Puede detenerlos{has_gift, select, yes { solo para esta donación o para todas sus donaciones} other {}}. Otros correos de {receiving_org_name}, como los recibos, no cambian.',
  unsubscribe_press: 'Cancelar para todas mis donaciones',
  unsubscribe_gift_press: 'Cancelar solo para esta donación',
  unsubscribed_gift_title: 'Listo. No más correos sobre esta donación',
  unsubscribed_gift_text:
    '{donor_email} ya no recibe correos sobre la contrapartida de esta donación. Los correos sobre sus otras donaciones a {receiving_org_name} siguen llegando.',
  unsubscribed_title: 'Listo. No más correos sobre contrapartidas',
  unsubscribed_text: '{donor_email} ya no recibe correos de {receiving_org_name} sobre contrapartidas de empleadores.',
  unsubscribe_undo: 'Deshacer, sigan escribiéndome',
  resubscribed_title: 'Qué bueno tenerle de vuelta',
  resubscribed_text:
    '{donor_email} recibe de nuevo correos de {receiving_org_name} sobre contrapartidas de empleadores.',
  bounced_text: 'Los correos a {donor_email} fueron devueltos, así que ya no enviamos ninguno.',
}
