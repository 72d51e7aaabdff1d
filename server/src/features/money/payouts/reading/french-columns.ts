import type { HeaderPattern } from './column-roles.ts'

/** Without accents and apostrophes. */
export const frenchHeaderPatterns: readonly HeaderPattern[] = [
  { role: 'currency', pattern: /^(devise|monnaie)$/ },
  { role: 'status', pattern: /^(statut|etat)( (du|de) (paiement|versement))?$/ },
  {
    role: 'paid_on',
    pattern: /^date (de |du |de la )?(paiement|versement|depot|virement|remise|cheque|distribution)$/,
  },
  {
    role: 'payout_id',
    pattern:
      /^((number|numero) (de |du |de la )?)?(remise|versement|paiement|cheque|virement|depot)( (number|numero|reference))?$/,
  },
  { role: 'given_on', pattern: /^donne( le)?$/, cells: 'dates' },
  { role: 'paid_on', pattern: /^(paye|verse|depose|emis|remis)( le)?$/, cells: 'dates' },
  { role: 'payer', pattern: /^(payeur|emetteur|paye par)$/ },
  { role: 'company', pattern: /^(nom de l ?)?(entreprise|employeur|compagnie|societe)( jumelante)?$/ },
  { role: 'project', pattern: /^(projet|section|organisme|nom de lorganisme|beneficiaire)$/ },
  { role: 'donor_first', pattern: /^prenom( (du donateur|de lemploye))?$/ },
  { role: 'donor_name', pattern: /^(nom complet|donateur|employe|donor|nom (du donateur|de lemploye))$/ },
  { role: 'donor_last', pattern: /^nom( de famille)?$/ },
  { role: 'email', pattern: /^((adresse )?courriel|adresse electronique)( (du donateur|de lemploye))?$/ },
  { role: 'unread', pattern: /^(adresse|rue|ville|province|pays|telephone|code postal)$/ },
  { role: 'given_on', pattern: /^date( (du don|de la contribution|de transaction))?$/ },
  { role: 'fee', pattern: /^frais( .{1,30})?$/, cells: 'money' },
  { role: 'net', pattern: /^(montant )?net$/, cells: 'money' },
  { role: 'gross', pattern: /^(montant )?brut$/, cells: 'money' },
  {
    role: 'match',
    pattern:
      /^((montant|don) )?((du|de|en) )?(jumele|jumelage|contrepartie|lemployeur)( (verse|paye|recu)e?)?( (de|par) (lemployeur|lentreprise))?$/,
    cells: 'money',
  },
  { role: 'gift', pattern: /^(don|contribution|retenue) (de lemploye|salariale|sur la paie)$/, cells: 'money' },
  { role: 'stated_gift', pattern: /^((montant du )?don( du donateur)?|(montant )?donne)$/, cells: 'money' },
  { role: 'paid', pattern: /^(montant( (verse|paye|recu|total))?|total)$/, cells: 'money' },
  {
    role: 'line_id',
    pattern: /^((number|numero) (du don|de don|de transaction|de (la )?demande)|identifiant( du don)?)$/,
  },
  { role: 'kind', pattern: /^(type|nature)( (de|du) (don|paiement|contribution))?$/ },
]
