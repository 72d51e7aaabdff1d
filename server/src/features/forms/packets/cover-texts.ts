import type { Language } from '../../core/texts/index.ts'

type RequestParties = {
  readonly organization: string
  readonly company: string
  readonly donor: string
  readonly hasSeveralGifts: boolean
}

const english = {
  locale: 'en-US',
  title: (match: number) => `Match packet ${match}`,
  heading: 'Matching gift request',
  addressee: (company: string) => `${company}, Matching Gifts`,
  request: ({ organization, company, donor, hasSeveralGifts }: RequestParties) =>
    `${organization} asks ${company} to match ${donor}’s ${hasSeveralGifts ? 'gifts' : 'gift'}.`,
  to: 'To',
  send_to: 'Send to',
  as_form_says: 'where the form says',
  by: 'By',
  no_deadline: 'as soon as possible (deadline unknown)',
  number: 'Match number',
  company: 'Company',
  donor: 'Donor',
  gift: 'Gift',
  gifts: 'Gifts',
  nonprofit: 'Nonprofit',
  ein: ', EIN ',
  address: 'Address',
  contact: 'Contact',
  outdated: 'Before you send it: the gift changed after the form was signed, so the form is out of date.',
  to_sign: 'Before you send it: sign the nonprofit’s part of the form by hand.',
  content: 'In this packet',
  included: 'included',
  missing: (why: string) => `MISSING: ${why}`,
  signed: 'Form, signed, with its signature record',
  signed_about: 'The signed form with its record',
  receipt: 'Donation receipt',
  irs: 'IRS determination letter',
  w9: 'W-9',
  not_signed: 'not signed here; add the paper or PDF the donor signed',
  changed: 'our copy was changed after it was signed',
  not_on_file: 'not on file; upload it under Organization Details',
  unreadable: 'our copy can’t be read; upload it again under Organization Details',
  former: (day: string) => `Earlier form, signed on ${day}`,
  former_attached: (file: string) => `attached as ${file}; no longer valid`,
  former_about: (day: string) => `An earlier form of this match, signed on ${day}, no longer valid`,
}

export type CoverTexts = typeof english

const french: CoverTexts = {
  locale: 'fr-CA',
  title: (match) => `Dossier de jumelage ${match}`,
  heading: 'Demande de jumelage de don',
  addressee: (company) => `${company}, Jumelage de dons`,
  request: ({ organization, company, donor, hasSeveralGifts }) =>
    `${organization} demande à ${company} de jumeler ${hasSeveralGifts ? 'les dons' : 'le don'} de ${donor}.`,
  to: 'À',
  send_to: 'Envoyer à',
  as_form_says: 'l’endroit indiqué sur le formulaire',
  by: 'Au plus tard',
  no_deadline: 'dès que possible\u00a0: aucune date limite n’est connue',
  number: 'Numéro de jumelage',
  company: 'Entreprise',
  donor: 'Donateur ou donatrice',
  gift: 'Don',
  gifts: 'Dons',
  nonprofit: 'Organisme',
  ein: ', EIN ',
  address: 'Adresse',
  contact: 'Personne-ressource',
  outdated:
    'Avant l’envoi\u00a0: le don a été modifié après la signature du formulaire, qui indique ce qu’il était à ce moment-là.',
  to_sign: 'Avant l’envoi\u00a0: la partie du formulaire réservée à l’organisme reste à signer à la main.',
  content: 'Dans ce dossier',
  included: 'inclus',
  missing: (why) => `MANQUANT\u00a0: ${why}`,
  signed: 'Formulaire signé, avec son registre de signature',
  signed_about: 'Le formulaire signé et son registre',
  receipt: 'Reçu de don',
  irs: 'Lettre de l’IRS confirmant le statut d’organisme de bienfaisance',
  w9: 'W-9',
  not_signed: 'il n’a pas été signé ici; ajoutez le papier ou le PDF signé par la personne qui a donné',
  changed: 'notre copie a été modifiée après la signature',
  not_on_file: 'absent de nos dossiers; téléversez-le sous «\u00a0Organization Details\u00a0»',
  unreadable: 'notre copie est illisible; téléversez-la de nouveau sous «\u00a0Organization Details\u00a0»',
  former: (day) => `Ancien formulaire, signé le ${day}`,
  former_attached: (file) => `joint sous le nom ${file}; il n’est plus valable`,
  former_about: (day) => `Un ancien formulaire de ce jumelage, signé le ${day}, qui n’est plus valable`,
}

export const coverTexts = ({ locale }: Pick<Language, 'locale'>): CoverTexts =>
  locale === french.locale ? french : english
