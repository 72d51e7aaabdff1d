import type { PrivacyTexts } from '../catalogue.ts'

export const frenchPrivacyTexts: PrivacyTexts = {
  correct_link: 'Corriger mon nom, mon courriel ou mon employeur',
  wishes_link: 'Vos courriels et vos données',
  wishes_title: 'Vos courriels et vos données',
  wishes_back: 'Retour à votre don',
  wishes_mails: 'Courriels sur les jumelages',
  wishes_mails_text:
    'Les courriels envoyés pour {receiving_org_name} sur les jumelages des employeurs vont à {donor_email}.',
  wishes_fewer_text:
    'Si c’est trop\u00a0: avec moins de courriels, vous en recevez un par don, la suite de vos réponses, et un mot avant une date limite. Aucun autre rappel.',
  wishes_fewer_press: 'Écrivez-moi moins',
  wishes_is_fewer:
    'Comme vous le souhaitez, vous recevez un courriel par don, la suite de vos réponses, et un mot avant une date limite. Aucun autre rappel.',
  wishes_all_press: 'Écrivez-moi comme avant',
  wishes_none: 'Arrêter ces courriels',
  wishes_is_none: 'Nous n’en envoyons plus.',
  wishes_again: 'Les recevoir de nouveau',
  wishes_data: 'Vos données',
  wishes_data_text:
    'Ce qui est conservé sur vous dans Twofold pour {receiving_org_name} est à vous\u00a0: vous pouvez l’obtenir ou le faire effacer. Pour que personne d’autre ne le fasse avec un courriel que vous auriez transféré, nous envoyons d’abord un lien à {donor_email}.',
  wishes_copy_press: 'M’envoyer un lien vers mes données',
  wishes_erase: 'Effacer mes données',
  wishes_erase_text:
    'Votre nom, vos adresses, votre employeur, les notes et les courriels disparaissent pour de bon. Les montants et les dates de vos dons restent, sans rien qui dise qu’ils sont de vous. Les jumelages que vous n’avez pas encore demandés ne pourront plus l’être.',
  wishes_erase_press: 'M’envoyer un lien pour les effacer',
  wishes_elsewhere:
    'Ceci concerne {receiving_org_name}. Les autres organismes de votre liste ont leur propre page\u00a0: ouvrez d’abord un don qui leur a été fait.',
  wish_fewer: 'C’est noté. Nous écrirons moins.',
  wish_all: 'C’est noté. Nous écrirons comme avant.',
  wish_mailed:
    'Nous avons envoyé un lien à {donor_email}. Il fonctionne une seule fois, pendant {link_minutes} minutes.',
  wish_too_many:
    'Nous avons déjà envoyé plusieurs liens. Veuillez utiliser le plus récent, ou réessayer dans une heure.',

  data_copy_title: 'Une copie de vos données',
  data_copy_text:
    'Tout ce qui est conservé sur vous dans Twofold pour {receiving_org_name}, dans un fichier ZIP contenant des tableaux. Ce lien fonctionne une seule fois.',
  data_copy_press: 'Télécharger mes données',
  data_erasure_title: 'Effacer vos données?',
  data_erasure_text:
    'Tout ce qui dit qui vous êtes disparaît\u00a0: votre nom, vos adresses, votre employeur, les notes et les courriels chez {receiving_org_name}. Les montants et les dates de vos dons restent dans ses livres, sans cela. C’est irréversible, et les liens des courriels précédents ne fonctionneront plus.',
  data_erasure_press: 'Effacer mes données maintenant',
  data_keep: 'Si vous préférez les conserver, fermez simplement cette page.',
  data_erased_title: 'Vos données ont été effacées',
  data_erased_text:
    '{receiving_org_name} ne conserve plus ni nom, ni adresse, ni employeur de votre part dans Twofold, et nous ne vous écrirons plus. Les copies hors de Twofold, comme sa propre liste de donateurs, sont à régler directement avec {receiving_org_name}.',
  data_busy_title: 'Veuillez réessayer dans une minute',
  data_busy_text:
    'Un courriel qui vous est destiné est en train de partir. Rien n’a encore été effacé, et ce lien fonctionne toujours.',
  data_used_title: 'Ce lien a déjà servi, ou il est trop vieux',
  data_used_text:
    'Veuillez en demander un nouveau sur la page de votre don, sous «\u00a0Vos courriels et vos données\u00a0».',

  unknown_title: 'Nous ne connaissons pas ce lien',
  unknown_text:
    'Votre messagerie l’a peut-être coupé. Veuillez l’ouvrir de nouveau depuis le courriel, ou copier l’adresse au complet.',
  ended_title: 'Ce lien ne mène plus nulle part',
  ended_text:
    'Le don a été retiré, ses détails ont été effacés, ou l’adresse courriel qui y était liée a changé. Veuillez utiliser le lien du plus récent courriel au sujet de votre don. Si vous n’en avez pas, l’organisme qui vous a écrit peut vous aider.',
  too_many_title: 'Un instant, s’il vous plaît',
  too_many_text: 'Beaucoup de demandes sont venues de votre réseau. Veuillez réessayer dans quelques minutes.',

  unsubscribe_title: 'Plus de courriels sur les jumelages?',
  unsubscribe_text:
    'Les courriels envoyés pour {receiving_org_name} sur les jumelages des employeurs vont à {donor_email}. Vous pouvez les arrêter{has_gift, select, yes { pour ce don seulement ou pour tous vos dons} other {}}. Ses autres courriels, comme les reçus, ne changent pas.',
  unsubscribe_press: 'Me désabonner pour tous mes dons',
  unsubscribe_gift_press: 'Me désabonner pour ce don seulement',
  unsubscribed_gift_title: 'C’est fait. Plus de courriels sur ce don',
  unsubscribed_gift_text:
    '{donor_email} ne reçoit plus de courriels sur le jumelage de ce don. Ceux sur vos autres dons à {receiving_org_name} continuent.',
  unsubscribed_title: 'C’est fait. Plus de courriels sur les jumelages',
  unsubscribed_text:
    '{donor_email} ne reçoit plus de courriels sur les jumelages des employeurs pour {receiving_org_name}.',
  unsubscribe_undo: 'Annuler, continuez à m’écrire',
  resubscribed_title: 'Heureux de vous retrouver',
  resubscribed_text:
    '{donor_email} reçoit de nouveau les courriels sur les jumelages des employeurs pour {receiving_org_name}.',
  bounced_text: 'Les courriels à {donor_email} nous sont revenus, donc nous n’en envoyons plus.',
}
