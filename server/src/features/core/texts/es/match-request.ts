import type { RequestTexts } from '../catalogue.ts'

export const spanishRequestTexts: RequestTexts = {
  link_incomplete_title: 'Este enlace está incompleto',
  link_incomplete_text: 'Falta una parte del enlace. Ábralo de nuevo desde donde lo encontró.',
  link_press_title: 'Un clic más',
  link_press_text:
    'Presione el botón y enviaremos un enlace de un solo uso a {asked_email}, si esa es la dirección que tenemos.',
  link_button: 'Envíenme el enlace',
  link_sent_title: 'Revise su correo',
  link_sent_text:
    'Si {asked_email} es la dirección que tenemos para esta solicitud, un enlace va en camino. Funciona una sola vez y abre lo que usted pidió.',
  link_sent_spam:
    'Si no lo ve en unos minutos, revise la carpeta de correo no deseado. Solo escribimos a la dirección que tenemos registrada.',
  link_wait_title: 'Un momento',
  link_used: 'Este enlace caducó o ya se usó. Pida uno nuevo.',

  request_hour_over: 'Su hora en esta página terminó. Pida un enlace nuevo.',
  request_gone: 'Esta solicitud ya no es suya, o su donación se retiró. No puede cambiarla aquí.',
  request_closed: 'Su empleador ya tiene esta solicitud, o se cerró. No se cambió nada.',
  handover_used: 'Este enlace ya se usó o caducó. Pida uno nuevo.',
}
