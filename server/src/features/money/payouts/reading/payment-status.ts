const paidStatusPattern =
  /^(cleared|paid( out| in full)?|fully paid|complete|completed|settled|sent|mailed|deposited|processed|((a )?replacement |re-?)?issued|success|successful|succeeded|received|disbursed|transferred|cashed|reconciled|(paye|verse|effectue|encaisse|emis)e?|pagad[oa]|enviad[oa]|depositad[oa]|completad[oa]|desembolsad[oa]|emitid[oa]|bezahlt|ausgezahlt|uberwiesen|gezahlt|abgeschlossen)$/
/** "Check mailed", "Paid - EFT", "Disbursed to charity", "Issued 11/05/2026". */
const statusSubjectPattern =
  /^(the )?(payment|check|cheque|match|matching gift|grant|funds|eft|ach|wire|paiement|cheque|pago) (was |has been |is )?/
const statusAdditionPattern =
  / ?[:(/]| [-–]| (?:by|via|with|per) | (?:to|by) (?:the )?(?:charity|nonprofit|npo|organization|cause|agency|recipient|payee|bank)\b| (?:on )?\d{1,4}[/.-]/
const undonePattern =
  /\b(not|void\w*|cancel\w*|stop\w*|return\w*|reject\w*|fail\w*|den\w+|declin\w*|pending|approv\w*|review|partial\w*|un\w+|revers\w*|refund\w*|expired|replaced|annule\w*|anulad\w*|pendiente|attente|ausstehend|offen|storniert|abgelehnt|geplant)\b/

export function isPaidStatus(text: string): boolean {
  const status = text
    .slice(0, 100)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .toLowerCase()
    .trim()
  if (undonePattern.test(status)) return false
  const [essence = ''] = status.replace(statusSubjectPattern, '').split(statusAdditionPattern, 1)
  return paidStatusPattern.test(essence.trim())
}

const waitingPattern =
  /^(on )?(pending|awaiting|scheduled|processing|in process|in transit|hold|outstanding|open|new)\b/i

/** Applies to payments, whatever the column is called. */
export const isPaymentStatus = (text: string): boolean =>
  isPaidStatus(text) || waitingPattern.test(text) || undonePattern.test(text.slice(0, 100).toLowerCase())
