import type { RequestTexts } from '../catalogue.ts'

export const frenchRequestTexts: RequestTexts = {
  link_incomplete_title: 'Ce lien est incomplet',
  link_incomplete_text: 'Il manque une partie du lien. Ouvrez-le de nouveau là où vous l’avez trouvé.',
  link_press_title: 'Encore un clic',
  link_press_text:
    'Appuyez sur le bouton, et nous enverrons un lien à usage unique à {asked_email}, si c’est bien l’adresse que nous avons.',
  link_button: 'Envoyez-moi le lien',
  link_sent_title: 'Consultez vos courriels',
  link_sent_text:
    'Si {asked_email} est l’adresse que nous avons pour cette demande, un lien est en route. Il fonctionne une seule fois et ouvre ce que vous avez demandé.',
  link_sent_spam:
    'Si vous ne le voyez pas d’ici quelques minutes, regardez dans vos courriels indésirables. Nous n’écrivons qu’à l’adresse que nous avons au dossier.',
  link_wait_title: 'Un instant',
  link_used: 'Ce lien est expiré ou a déjà servi. Demandez-en un nouveau.',

  request_hour_over: 'Votre heure sur cette page est écoulée. Demandez un nouveau lien.',
  request_gone: 'Cette demande n’est plus la vôtre, ou son don a été retiré. Vous ne pouvez pas la modifier ici.',
  request_closed: 'Votre employeur a déjà cette demande, ou elle a été fermée. Rien n’a été changé.',
  handover_used: 'Ce lien a déjà servi ou est expiré. Demandez-en un nouveau.',
}
