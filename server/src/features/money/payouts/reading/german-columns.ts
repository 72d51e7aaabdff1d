import type { HeaderPattern } from './column-roles.ts'

/** Without accents. */
export const germanHeaderPatterns: readonly HeaderPattern[] = [
  { role: 'currency', pattern: /^wahrung(scode)?$/ },
  { role: 'status', pattern: /^(zahlungs|auszahlungs)status$/ },
  {
    role: 'paid_on',
    pattern:
      /^((auszahlungs|zahlungs|uberweisungs|scheck|buchungs|wertstellungs) ?datum|(ausgezahlt|bezahlt|gezahlt|uberwiesen) am|datum der (auszahlung|zahlung|uberweisung)|valuta)$/,
  },
  {
    role: 'payout_id',
    pattern:
      /^((auszahlung|zahlung|uberweisung)s?|scheck|beleg|sammelbuchung) ?(number|nummer|referenz|id)$|^(zahlungs|auszahlungs)referenz$/,
  },
  { role: 'given_on', pattern: /^gespendet( am)?$/, cells: 'dates' },
  { role: 'paid_on', pattern: /^(ausgezahlt|bezahlt|gezahlt|uberwiesen)$/, cells: 'dates' },
  { role: 'payer', pattern: /^(zahler|auftraggeber|absender|(aus)?gezahlt von)$/ },
  { role: 'company', pattern: /^(name (des|der) )?(arbeitgebers?|unternehmens?|firma|firmenname|unternehmensname)$/ },
  { role: 'project', pattern: /^(projekt|verein|empfanger|begunstigte)$/ },
  { role: 'donor_first', pattern: /^vorname( (des|der) .{1,20})?$/ },
  { role: 'donor_last', pattern: /^(nachname|familienname)( (des|der) .{1,20})?$/ },
  {
    role: 'donor_name',
    pattern:
      /^((spender|mitarbeiter|mitarbeitende|beschaftigte)(in| in| innen)?( ?name)?|name (des|der) (spender|mitarbeiter|beschaftigten)s?(in)?)$/,
  },
  { role: 'email', pattern: /^email( ?adresse)?( (des|der) .{1,20})?$/ },
  { role: 'unread', pattern: /^(strasse|straße|anschrift|adresse|plz|postleitzahl|ort|stadt|land|telefon)$/ },
  { role: 'fee', pattern: /gebuhr(en)?\b|\b(verwaltungs|transaktions)?kosten\b|\babzuge?\b/, cells: 'money' },
  { role: 'net', pattern: /^(netto( ?betrag)?|(auszahlungs ?)?betrag netto)$/, cells: 'money' },
  { role: 'gross', pattern: /^(brutto( ?betrag)?|betrag brutto)$/, cells: 'money' },
  {
    role: 'expected_match',
    pattern:
      /\b(erwartet|beantragt|geplant|offen|ausstehend|genehmigt|voraussichtlich)\w*\b.{0,20}(zuschuss|matching|aufstockung)/,
  },
  {
    role: 'match',
    pattern:
      /^((arbeitgeber|firmen|unternehmens) ?(zuschuss|anteil|beitrag|spende|aufstockung)|zuschuss( ?betrag)?( des arbeitgebers)?|aufstockung(sbetrag)?|matching ?(betrag|zuschuss|spende))$/,
    cells: 'money',
  },
  {
    role: 'stated_gift',
    pattern: /^(spende(nbetrag|nhohe)?|gespendet|mitarbeiterspende|(betrag der )?spende( des .{1,20})?)$/,
    cells: 'money',
  },
  {
    role: 'paid',
    pattern:
      /^((auszahlungs|zahlungs|uberweisungs|zahl|gesamt) ?betrag|(ausgezahlter|uberwiesener|gezahlter) betrag|betrag|summe)$/,
    cells: 'money',
  },
  { role: 'given_on', pattern: /^(spenden ?datum|datum( der spende)?|spende vom)$/ },
  { role: 'line_id', pattern: /^(spenden|transaktions|antrags|vorgangs) ?(number|nummer|id)$/ },
  { role: 'kind', pattern: /^((spenden)?art|typ)( der (spende|zahlung))?$/ },
]
