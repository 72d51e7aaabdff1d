import type { PrivacyTexts } from '../catalogue.ts'

export const spanishPrivacyTexts: PrivacyTexts = {
  correct_link: 'Corregir mis datos',
  privacy_link: 'Sus correos y sus datos',
  privacy_title: 'Sus correos y sus datos',
  privacy_back: 'Volver a su donación',
  privacy_mails: 'Correos sobre contrapartidas',
  privacy_mails_text: 'Los correos de {receiving_org_name} sobre contrapartidas de empleadores llegan a {donor_email}.',
  privacy_fewer_text:
    '¿Son demasiados? Reciba un solo correo por donación, nuestras respuestas a lo que nos diga y los avisos de fecha límite. Sin otros recordatorios.',
  privacy_fewer_button: 'Enviarme menos correos',
  privacy_is_fewer:
    'Recibe menos correos: uno por donación, nuestras respuestas a lo que nos diga y los avisos de fecha límite.',
  privacy_all_button: 'Enviarme todos los correos',
  privacy_none: 'Detener estos correos',
  privacy_is_none: 'Ya no le enviamos estos correos.',
  privacy_again: 'Recibirlos de nuevo',
  privacy_data: 'Sus datos',
  privacy_data_text:
    'Puede obtener una copia de lo que {receiving_org_name} guarda sobre usted en Twofold, o hacer que se borre. Primero enviaremos un enlace a {donor_email}, para confirmar que es usted.',
  privacy_copy_button: 'Enviarme un enlace a mis datos',
  privacy_erase: 'Borrar mis datos',
  privacy_erase_text:
    'Borraremos su nombre, direcciones, empleador, notas y correos. Conservamos los montos y las fechas de sus donaciones, sin sus datos personales. Las contrapartidas que todavía no haya solicitado ya no se podrán solicitar.',
  privacy_erase_button: 'Enviarme un enlace para borrarlos',
  privacy_elsewhere:
    'Esta página es solo sobre {receiving_org_name}. Para otra organización, abra primero una donación hecha a ella.',
  wish_fewer: 'Listo. Recibirá menos correos.',
  wish_all: 'Listo. Volverá a recibir todos los correos.',
  wish_mailed: 'Enviamos un enlace a {donor_email}. Funciona una sola vez, durante {link_minutes} minutos.',
  wish_too_many: 'Ya enviamos varios enlaces. Use el más reciente o inténtelo de nuevo en una hora.',

  data_copy_title: 'Una copia de sus datos',
  data_copy_text:
    'Todo lo que {receiving_org_name} guarda sobre usted en Twofold, en un archivo ZIP con tablas. Este enlace funciona una sola vez.',
  data_copy_button: 'Descargar mis datos',
  data_erasure_title: '¿Borrar sus datos?',
  data_erasure_text:
    'Borraremos todo lo que le identifica en {receiving_org_name}: su nombre, direcciones, empleador, notas y correos. Solo quedan los montos y las fechas de sus donaciones. No se puede deshacer, y los enlaces de correos anteriores dejan de funcionar.',
  data_erasure_button: 'Borrar mis datos ahora',
  data_keep: 'Si prefiere conservarlos, simplemente cierre esta página.',
  data_erased_title: 'Sus datos se borraron',
  data_erased_text:
    '{receiving_org_name} ya no tiene su nombre, dirección ni empleador en Twofold, y no le escribiremos. Pregunte a {receiving_org_name} por las copias que guarde en otro lugar.',
  data_busy_title: 'Inténtelo de nuevo en un minuto',
  data_busy_text:
    'En este momento se está enviando un correo para usted. Todavía no se borró nada, y este enlace sigue funcionando.',
  data_used_title: 'Este enlace caducó o ya se usó',
  data_used_text: 'Pida uno nuevo en la página de su donación, en «Sus correos y sus datos».',

  unknown_title: 'No reconocemos este enlace',
  unknown_text:
    'Es posible que su programa de correo lo haya cortado. Ábralo de nuevo desde el correo o copie la dirección completa.',
  ended_title: 'Este enlace ya no funciona',
  ended_text:
    'La donación se retiró, sus datos se borraron o cambió su dirección de correo. Use el enlace del correo más reciente sobre su donación. Si no lo tiene, la organización que le escribió puede ayudarle.',
  too_many_title: 'Un momento',
  too_many_text: 'Llegaron muchas solicitudes desde su red. Inténtelo de nuevo en unos minutos.',

  unsubscribe_title: '¿Detener los correos sobre contrapartidas?',
  unsubscribe_text:
    'Los correos de {receiving_org_name} sobre contrapartidas de empleadores llegan a {donor_email}. Puede detenerlos{has_gift, select, yes { solo para esta donación o para todas sus donaciones} other {}}. Seguirá recibiendo otros correos de {receiving_org_name}, como los recibos.',
  unsubscribe_button: 'Detenerlos para todas mis donaciones',
  unsubscribe_gift_button: 'Detenerlos solo para esta donación',
  unsubscribed_gift_title: 'Listo. No más correos sobre esta donación',
  unsubscribed_gift_text:
    'Ya no escribiremos a {donor_email} sobre la contrapartida de esta donación. Seguirá recibiendo correos sobre sus otras donaciones a {receiving_org_name}.',
  unsubscribed_title: 'Listo. No más correos sobre contrapartidas',
  unsubscribed_text:
    'Ya no escribiremos a {donor_email} sobre contrapartidas de empleadores para {receiving_org_name}.',
  unsubscribe_undo: 'Deshacer y seguir recibiéndolos',
  resubscribed_title: 'Listo, volverá a recibirlos',
  resubscribed_text:
    'Volveremos a escribir a {donor_email} sobre contrapartidas de empleadores para {receiving_org_name}.',
  bounced_text: 'Los correos a {donor_email} son devueltos, así que no enviamos ninguno.',
}
