import type { PrivacyTexts } from '../catalogue.ts'

export const frenchPrivacyTexts: PrivacyTexts = {
  correct_link: 'Modifier ma demande',
  privacy_link: 'Courriels et données',
  privacy_title: 'Courriels et données',
  privacy_back: 'Retour à votre don',
  privacy_mails: 'Courriels sur les jumelages',
  privacy_mails_text:
    'Les courriels envoyés pour {receiving_org_name} sur les jumelages des employeurs vont à {donor_email}.',
  privacy_fewer_text:
    'C’est trop? Recevez un seul courriel par don, nos réponses à ce que vous nous dites et les rappels de date limite. Aucun autre rappel.',
  privacy_fewer_button: 'M’envoyer moins de courriels',
  privacy_is_fewer:
    'Vous recevez moins de courriels\u00a0: un par don, nos réponses à ce que vous nous dites et les rappels de date limite.',
  privacy_all_button: 'M’envoyer tous les courriels',
  privacy_none: 'Arrêter ces courriels',
  privacy_is_none: 'Nous ne vous envoyons plus ces courriels.',
  privacy_again: 'Les recevoir de nouveau',
  privacy_data: 'Vos données',
  privacy_data_text:
    'Vous pouvez obtenir une copie de ce qui est conservé sur vous dans Twofold pour {receiving_org_name}, ou le faire effacer. Nous enverrons d’abord un lien à {donor_email}, pour confirmer que c’est bien vous.',
  privacy_copy_button: 'M’envoyer un lien vers mes données',
  privacy_erase: 'Effacer mes données',
  privacy_erase_text:
    'Nous supprimerons votre nom, vos adresses, votre employeur, les notes et les courriels. Nous conservons les montants et les dates de vos dons, sans vos renseignements personnels. Les jumelages que vous n’avez pas encore demandés ne pourront plus l’être.',
  privacy_erase_button: 'M’envoyer un lien pour les effacer',
  privacy_elsewhere:
    'Cette page concerne seulement {receiving_org_name}. Pour un autre organisme, ouvrez d’abord un don qui lui a été fait.',
  wish_fewer: 'C’est noté. Vous recevrez moins de courriels.',
  wish_all: 'C’est noté. Vous recevrez de nouveau tous les courriels.',
  wish_mailed:
    'Nous avons envoyé un lien à {donor_email}. Il fonctionne une seule fois, pendant {link_minutes} minutes.',
  wish_too_many: 'Nous avons déjà envoyé plusieurs liens. Utilisez le plus récent, ou réessayez dans une heure.',

  data_copy_title: 'Une copie de vos données',
  data_copy_text:
    'Tout ce qui est conservé sur vous dans Twofold pour {receiving_org_name}, dans un fichier ZIP contenant des tableaux. Ce lien fonctionne une seule fois.',
  data_copy_button: 'Télécharger mes données',
  data_erasure_title: 'Effacer vos données?',
  data_erasure_text:
    'Nous supprimerons tout ce qui vous identifie pour {receiving_org_name}\u00a0: votre nom, vos adresses, votre employeur, les notes et les courriels. Seuls restent les montants et les dates de vos dons. C’est irréversible, et les liens des courriels précédents ne fonctionneront plus.',
  data_erasure_button: 'Effacer mes données maintenant',
  data_keep: 'Si vous préférez les conserver, fermez simplement cette page.',
  data_erased_title: 'Vos données ont été effacées',
  data_erased_text:
    '{receiving_org_name} n’a plus votre nom, votre adresse ni votre employeur dans Twofold, et nous ne vous écrirons plus. Pour les copies conservées ailleurs, adressez-vous à {receiving_org_name}.',
  data_busy_title: 'Réessayez dans une minute',
  data_busy_text:
    'Un courriel qui vous est destiné est en train de partir. Rien n’a encore été effacé, et ce lien fonctionne toujours.',
  data_used_title: 'Ce lien est expiré ou a déjà servi',
  data_used_text: 'Demandez-en un nouveau sur la page de votre don, sous «\u00a0Courriels et données\u00a0».',

  unknown_title: 'Nous ne reconnaissons pas ce lien',
  unknown_text:
    'Votre messagerie l’a peut-être coupé. Ouvrez-le de nouveau depuis le courriel, ou copiez l’adresse au complet.',
  ended_title: 'Ce lien ne fonctionne plus',
  ended_text:
    'Le don a été retiré, ses détails ont été effacés, ou son adresse courriel a changé. Utilisez le lien du plus récent courriel au sujet de votre don. Si vous n’en avez pas, l’organisme qui vous a écrit peut vous aider.',
  too_many_title: 'Un instant',
  too_many_text: 'Beaucoup de demandes sont venues de votre réseau. Réessayez dans quelques minutes.',

  unsubscribe_title: 'Arrêter les courriels sur les jumelages?',
  unsubscribe_text:
    'Les courriels envoyés pour {receiving_org_name} sur les jumelages des employeurs vont à {donor_email}. Vous pouvez les arrêter{has_gift, select, yes { pour ce don seulement ou pour tous vos dons} other {}}. Ses autres courriels, comme les reçus, ne changent pas.',
  unsubscribe_button: 'Me désabonner pour tous mes dons',
  unsubscribe_gift_button: 'Me désabonner pour ce don seulement',
  unsubscribed_gift_title: 'C’est fait. Plus de courriels sur ce don',
  unsubscribed_gift_text:
    'Nous n’écrirons plus à {donor_email} au sujet du jumelage de ce don. Les courriels sur vos autres dons à {receiving_org_name} continuent.',
  unsubscribed_title: 'C’est fait. Plus de courriels sur les jumelages',
  unsubscribed_text:
    'Nous n’écrirons plus à {donor_email} au sujet des jumelages des employeurs pour {receiving_org_name}.',
  unsubscribe_undo: 'Annuler et continuer à m’écrire',
  resubscribed_title: 'C’est rétabli',
  resubscribed_text:
    'Nous écrirons de nouveau à {donor_email} au sujet des jumelages des employeurs pour {receiving_org_name}.',
  bounced_text: 'Les courriels à {donor_email} nous reviennent\u00a0: nous n’en envoyons plus.',
}
