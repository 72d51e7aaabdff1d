import type { FieldTarget } from '@twofold/contract'

/** See `headerWords`; a score from 0 to 1. The first match counts. */
export type Rule = [words: RegExp, score: number]

export const lexicon: Readonly<Record<FieldTarget, readonly Rule[]>> = {
  amount: [
    [
      /^(gross )?(donor|employee|donation|gift|contribution|transaction|donated|payment|gross transaction|gross donation|gross gift|original donation) (gross )?amount$|^(donor|employee)s? (gift|donation|contribution)( amount)?$/,
      0.97,
    ],
    [
      /^(amount (donated|given|paid|of (gift|donation)|gross)|paid amount|gift value|montant( total| du don)?|importe|(monto|cantidad)( donad[oa]| de la donacion| del donativo)?|valor|importo|betrag|spende|spendenbetrag|spendensumme)$/,
      0.95,
    ],
    [/^gross( amount| total)?$/, 0.94],
    // The received amount often excludes a fee.
    [/^(amount received|received amount)$/, 0.86],
    [/\bhard credit( amount)?$/, 0.93],
    [/\bdonation total\b|\bgift total\b|\btotal (donation|gift|contribution)s?( amount)?\b|\bamount (usd|cad)$/, 0.92],
    [/^amount$/, 0.95],
    [/^(total )?amount( total)?$|^(total|payment|order) (amount|total)$|^amount (paid|charged|collected)$/, 0.88],
    [/^gross sales$/, 0.86],
    [
      /^(total collected|total paid|total charged|total|order total|amount in (usd|cad)|charge amount|charged amount)$/,
      0.78,
    ],
    [/^(item|line|line item|row) amount$/, 0.9],
    [/^(item|line|line item|row) (sub ?)?total$/, 0.72],
    [/^(item|line|line item|row) price$/, 0.7],
    [/\b(amount|gross)\b/, 0.66],
    [/^sub ?total$/, 0.62],
    [
      /^(donation|gift|contribution|don|price|value|paid|received|credit|donated|gave|given|gifted|contributed|sum|pledge payment)$/,
      0.6,
    ],
    [/\bhow much\b/, 0.9],
    [/\b(donation|gift|contribution)\b/, 0.4],
    [/^net( amount| donation| gift)?$/, 0.38],
  ],
  transaction_id: [
    [/\b(lineitem|line item) (id|number)$/, 0.98],
    [/^(gift|donation|transaction|contribution) (system )?record (id|number)$/, 0.97],
    [/^(donation|gift|contribution|transaction|txn)? ?transaction (id|number|identifier|key|code|uuid|guid)$/, 0.97],
    [/^(donation|gift|contribution|opportunity|gift system) (id|number|identifier|uuid|uid|guid|key)$/, 0.94],
    [/^(online )?(charge|payment|order) (id|number|identifier)$|^payment intent id$|^paymentintent id$/, 0.84],
    [/^(id|uid|uuid|guid|transaction|identifier|number|folio)$|^number de (recu|transaction|don|paiement|pago)$/, 0.82],
    [
      /^(beleg|buchungs|transaktions|quittungs|spenden) ?(nr|nummer|number|id)$|^(numero|id) (de|del|de la) (recu|transaction|transaccion|don|donacion|recibo|paiement|pago)$/,
      0.82,
    ],
    [
      /\b(receipt|confirmation|reference|ref|external) (id|number|code)$|^(reference|ref|confirmation|external id|payment reference)$/,
      0.74,
    ],
    [/\btransaction (id|number|reference)\b|\b(gateway|processor|stripe|pay pal|paypal) .*\b(id|reference)$/, 0.6],
    [/\b(import|system|record|source|entry|submission) (id|number)$|\bdatabase (ref|reference)$/, 0.58],
    [/\b(gift|donation|invoice) (id|number|identifier|key|ref|reference)\b/, 0.55],
  ],
  'donor.language': [
    [
      /^(donors? |supporter |constituent |contact |customer )?(preferred |primary |correspondence |communication )?(language|locale|langue|idioma)( preference| code)?$/,
      0.92,
    ],
  ],
  donated_at: [
    [
      /^(donated|given|gifted) (at|on|date)$|^(donation|gift|contribution|transaction|don) (date|at)\b|^date (of )?(the )?(gift|donation|donated|given|contribution)$|^(donation|gift) (created|received|made) (at|on|date)?$/,
      0.97,
    ],
    [/^(donation|gift|transaction|contribution) (date ?time|timestamp|created at|created date)\b|^date du don$/, 0.94],
    [/^(date|fecha|datum)$/, 0.92],
    [/^(date|day)? ?(time ?stamp|date ?time|date time)$|^(date and time|date time)\b/, 0.86],
    [
      /^(payment|paid|received|receive|close|charge|charged|order|completed) (date|at|on)\b|^date (paid|received|charged|completed|closed)$/,
      0.85,
    ],
    [
      /^(created|creation|submitted|submission|entry|entered|processed|process|transaction) (date|at|on|time)\b|^date (created|submitted|entered|processed)$|^created$/,
      0.72,
    ],
    [/^(settled|settlement|post|posted|gl post|effective|activity) (date|at|on)\b|^date (settled|posted)$/, 0.62],
    [
      /\bdate\b|\b(created|donated|received|paid) (at|on)\b|^when\b|\btimestamp\b|^(gave|given|gifted|donated|contributed)( on)?$/,
      0.55,
    ],
  ],
  'donor.name': [
    [
      /^(donor|donator|supporter|constituent|contributor|giver) (full |display |contact )?name$|^name of (the )?donor$|^full name$|^(donor|supporter) full name$/,
      0.97,
    ],
    [/^(name|nom complet|nombre completo)$/, 0.9],
    [/^(what is |what s |whats |please enter |enter )?your (full )?name$/, 0.88],
    [
      /^(nom (complet )?du donateur|nombre (completo )?del donante|donante|name des spenders|spendername|spender)$/,
      0.88,
    ],
    [
      /^(customer|contact|primary contact|payer|payor|card ?holder|card|billing( details)?|buyer|purchaser|sender|attendee|participant|member|your|person|individual|client|parent|alumni|patron|bidder|registrant) (full )?name$|^primary contact$|^name on card$/,
      0.86,
    ],
    [/^(donor|donateur|giver|given by|donated by)$/, 0.89],
    [
      /^(donator|supporter|constituent|contributor|customer|contact|patron|payer|payor|purchaser|buyer|cardholder|person)$/,
      0.72,
    ],
    [
      /^((account |contact )?display|account|household|formal|addressee|primary addressee|primary salutation|sort) name$|^(addressee|household|(associated|related) contact)$/,
      0.5,
    ],
    [/\b(donor|supporter|constituent|customer)\b.*\bname\b/, 0.7],
    [/^(from|customer description|received from|payee|remitter)( source)?$/, 0.6],
    // "Family Name" is a last name.
    [/^(family|families|household|parents?|parents? guardians?|who)$/, 0.6],
    [/^(parents?|guardians?|parents? (or )?guardians?|family) names?( s)?$/, 0.86],
    [/^cn bio name$/, 0.7],
    [/\bname\b/, 0.34],
  ],
  'donor.first_name': [
    [
      /^(donors?|supporters?|constituents?|individuals?|customers?|contacts?|billing|primary|contributors?|payer|parent|your|card)? ?(first|given|fore) ?name$|^fname$|^f name$|^first$|^(prenom|vorname|nombres?|nome)$/,
      0.95,
    ],
    [
      /^(donor|supporter|customer|contact|billing|payer|payor|parent|guardian|purchaser|buyer|card ?holder) first$/,
      0.9,
    ],
    [/\b(first|given) name\b/, 0.7],
  ],
  'donor.last_name': [
    [
      /^(donors?|supporters?|constituents?|individuals?|customers?|contacts?|billing|primary|contributors?|payer|parent|your|card)? ?(last|family|sur) ?name$|^surname$|^lname$|^l name$|^last$|^nom( de famille)?$|^(nachname|apellidos?|cognome|sobrenome)$/,
      0.95,
    ],
    [/^(donor|supporter|customer|contact|billing|payer|payor|parent|guardian|purchaser|buyer|card ?holder) last$/, 0.9],
    [/\b(last|family) name\b|\bsurname\b/, 0.7],
  ],
  'donor.email': [
    [
      /^(donor|supporter|constituent|contributor|from|customer|payer|giver)s? (contact |primary )?email( address)?$/,
      0.97,
    ],
    [
      /^(primary |preferred |personal |main |your |contact |billing |home )?(email|courriel|correo)( address| 1)?$/,
      0.92,
    ],
    [/\bemail address$|\bemail$/, 0.7],
    [/\bemail\b/, 0.45],
  ],
  'donor.phone': [
    [
      /^(donor|supporter|constituent|customer|contributor|payer)s? (contact |primary |home |mobile |cell )?(phone|telephone)( number)?$/,
      0.96,
    ],
    [
      /^(primary |preferred |contact |billing |main |personal |your )?(phone|telephone|tel|telefono)( number| 1)?$|^contact phone number$/,
      0.92,
    ],
    [/^(home|mobile|cell|cellular)( phone| telephone)?( number)?$/, 0.86],
    [/\b(phone|telephone|mobile|cell)\b/, 0.55],
  ],
  'company.name': [
    [
      /^(matching gift |donor |supporter |your |current |primary |constituent )?employer( name| company)?$|^(name of )?(your |donors? )?employer$|^employeur$|^arbeitgeber$/,
      0.97,
    ],
    [
      /^(matching|match|matching gift|double the donation|employer match(ing)?) (company|employer|organization|corporation|gift company|account)( name)?$|^(employer company|company employer|employer or company)\b/,
      0.95,
    ],
    [
      /\b(who|what|which|name|where)\b.*\bemployer\b|\bemployer\b.*\b(name|who|company)\b|\bworks? (for|at)\b|\bdo you work\b|\b(place of (work|employment)|workplace|work place|employed (by|at))\b/,
      0.93,
    ],
    [/^(primary )?business (organization )?name$|^primary business\b/, 0.84],
    [
      /^(donor |corporate |your |work |matching |(primary )?contact )?company( name)?$|^(donor|supporter|billing) company\b/,
      0.74,
    ],
    [/\bbs org name$/, 0.8],
    [/\bemployer\b/, 0.7],
    [/\b(company|corporation|corporate|business|firm|compania|entreprise|empresa)\b/, 0.5],
  ],
  'company.id': [[/^(company|employer) id$/, 0.95]],
  'address.street': [
    [
      /^(donor |supporter |constituent |customer |billing |mailing |home |primary |preferred |card |street |contact |residential )*(street( address)?|address)( lines?)?( 1| one| street)?$|^(address )?(street|line)( 1)?$|^rue$|^adresse$|^strasse$|^straße$|^direccion$|^calle$/,
      0.93,
    ],
    [/^(billing|mailing|home|primary|preferred|card) (street|address)\b.*\b(1|one|line)\b/, 0.85],
    [/\b(street|address)( line)?( 1)?$/, 0.5],
  ],
  'address.street2': [
    [
      /^(donor |supporter |constituent |customer |billing |mailing |home |primary |preferred |card |street |contact )*(street|address|line)( line| address)? (2|two)\b/,
      0.93,
    ],
    [/^(apt|apartment|suite|unit|apartment suite|apt suite( unit)?|apartment suite unit)( number)?$/, 0.8],
    [/\b(address|street)( line)? 2\b/, 0.6],
    // "Street Address (cont.)" in Raiser's Edge and Salesforce exports.
    [/\b(address|street)( line)? (cont|contd|cont d|continued)\b/, 0.93],
  ],
  'address.city': [
    [
      /^(donor |supporter |constituent |customer |billing |mailing |home |primary |preferred |card |address |contact )*(city|town|city town|town city|municipality|ville|ciudad|ort|wohnort|stadt)$/,
      0.93,
    ],
    [/\b(city|town)\b/, 0.5],
  ],
  'address.state': [
    [
      /^(donor |supporter |constituent |customer |billing |mailing |home |primary |preferred |card |address |contact )*(state|province|state (or )?province|province state|st|state region|region|state code|prov|estado)( abbreviation| abbr| code)?$/,
      0.92,
    ],
    [/\b(state|province)\b/, 0.55],
  ],
  'address.zip': [
    [
      /^(donor |supporter |constituent |customer |billing |mailing |home |primary |preferred |card |address |contact )*(zip|zip code|postal code|postal|post code|postcode|zip postal( code)?|zip (or )?postal code|postal zip( code)?|postal code zip( code)?|code postal|codigo postal|plz|postleitzahl)$/,
      0.95,
    ],
    [/\b(zip|postal|postcode)\b/, 0.6],
  ],
  'address.country': [
    [
      /^(donor |supporter |constituent |customer |billing |mailing |home |primary |preferred |card |address |contact )*(country|pays|pais)( name)?$/,
      0.93,
    ],
    [/\bcountry( code)?\b/, 0.55],
  ],
  organization_name: [
    [/^(organization|nonprofit|non profit|npo|chapter|school|recipient organization|charity) name$/, 0.9],
    [
      /^(chapter|nonprofit|charity|recipient|recipient organization|school|organization|affiliate|branch|local chapter)$/,
      0.7,
    ],
    [/\b(chapter|nonprofit|charity|recipient|school|location|project|site|branch|affiliate|organization)\b/, 0.45],
  ],
  organization_id: [[/^(organization|chapter|nonprofit|npo) id$/, 0.9]],
  ein: [
    [
      /^((organization|nonprofit|charity|recipient|npo|chapter|school)s? )?(ein|tax id|tax id number|fein|federal tax id)( number)?$/,
      0.9,
    ],
  ],
  billed_organization_id: [[/^billed organization id$/, 0.97]],
  amply_id: [[/^(amply id|portal (donation )?id|donation id in the portal|twofold id|match id)$/, 0.97]],
  status_id: [[/^(match )?status id$/, 0.95]],
  status: [[/^(match )?status$/, 0.8]],
  gift_kind: [[/^(kind of gift|(gift|donation) kind)$/, 0.9]],
  'donor.employment': [
    [
      /^(kind of donor|(donor |supporter |constituent )?employment( status| type)?|(employee|employer|worker|work) (status|type|relationship|category)|relation(ship)? to (the )?(employer|company)|job status|statut (demploi|d emploi|professionnel)|situation (demploi|d emploi|professionnelle)|lien avec lemployeur|(situacion|condicion|estado|estatus) (laboral|de empleo))$/,
      0.9,
    ],
  ],
}
