import type { Attention, ReadGifts } from './gift.ts'
import type { AttentionKind, Warning } from './table.ts'

const dollars = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const attentionTexts: Record<AttentionKind, [string, string]> = {
  payment_failed: ['1 payment failed or was canceled', '# payments failed or were canceled'],
  payment_refunded: ['1 payment was refunded', '# payments were refunded'],
  payment_part_refunded: ['1 payment was refunded in part', '# payments were refunded in part'],
  payment_pending: ['1 payment is still pending', '# payments are still pending'],
  pledge: ['1 row is a pledge, a promise without money yet', '# rows are pledges, with no money yet'],
  soft_credit: [
    '1 row is a soft credit for a gift of somebody else',
    '# rows are soft credits for someone else’s gifts',
  ],
  company_match: ['1 row is an employer’s matching payment', '# rows are employers’ matching payments'],
  test_payment: ['1 row is a test payment', '# rows are test payments'],
  organization_gift: ['1 gift is from an organization, not a person', '# gifts are from organizations, not people'],
  no_person: [
    '1 row names no person (an anonymous gift, an account, or a group)',
    '# rows name no person (anonymous gifts, accounts, or groups)',
  ],
  goods: [
    '1 row is a purchase of goods or services, not a gift',
    '# rows are purchases of goods or services, not gifts',
  ],
  money_out: ['1 row is money going out, not a gift', '# rows are money going out, not gifts'],
}

export function attentionWarning({ kind, count, sumCents, rows }: Attention): Warning {
  const them = count === 1 ? 'it' : 'them'
  const sum = dollars.format(sumCents / 100)
  const sumText = sumCents === 0 ? '' : count === 1 ? ` (${sum})` : ` (${sum} in all)`
  return {
    code: kind,
    message: `${attentionTexts[kind][count === 1 ? 0 : 1].replace('#', String(count))}${sumText}. We leave ${them} out${kind === 'money_out' ? '' : ` unless you choose to keep ${them}`}.`,
    count,
    sumCents,
    rows: rows.slice(0, 100),
  }
}

export function giftWarnings({
  gifts,
  rejected,
  attention,
  joined,
}: Pick<ReadGifts, 'gifts' | 'rejected' | 'attention' | 'joined'>): Warning[] {
  const warnings = attention.map(attentionWarning)
  const duplicates = rejected.filter(({ reason }) => reason.startsWith('duplicate_'))
  const foreign = gifts.filter(({ currency }) => currency !== null && currency !== 'USD' && currency !== 'CAD')
  if (joined.length > 0) {
    const message = `${countText(joined.length, 'row belongs', 'rows belong')} to the same gift as an earlier row. We record each gift once with all its designations.`
    warnings.push({ code: 'designations', message, count: joined.length, rows: joined.slice(0, 100) })
  }
  const others = rejected.length - duplicates.length
  const rowsOf = (rows: readonly { row: number }[]) => ({
    count: rows.length,
    rows: rows.slice(0, 100).map(({ row }) => row),
  })
  if (foreign.length > 0) {
    const message = `${countText(foreign.length, 'gift is', 'gifts are')} in a currency other than US or Canadian dollars and can’t be matched here.`
    warnings.push({ code: 'other_currency', message, ...rowsOf(foreign) })
  }
  const withoutEmail = gifts.filter(({ donorEmail, placeholderEmail }) => donorEmail === '' && placeholderEmail === '')
  if (withoutEmail.length > 0) {
    const message = `${countText(withoutEmail.length, 'gift has', 'gifts have')} no email address, so we can’t email ${withoutEmail.length === 1 ? 'its donor' : 'their donors'}.`
    warnings.push({ code: 'no_email', message, ...rowsOf(withoutEmail) })
  }
  if (duplicates.length > 0) {
    const message = `${countText(duplicates.length, 'row repeats', 'rows repeat')} a gift that is already in the file. Each gift is counted once.`
    warnings.push({ code: 'duplicate_rows', message, ...rowsOf(duplicates) })
  }
  if (others > 0) {
    const message = `${countText(others, 'row', 'rows')} can’t be imported as ${others === 1 ? 'it is' : 'they are'}. You’ll get ${others === 1 ? 'it' : 'them'} back in a file with the ${others === 1 ? 'reason' : 'reasons'}.`
    warnings.push({
      code: 'rejected_rows',
      message,
      ...rowsOf(rejected.filter((row) => !duplicates.includes(row))),
    })
  }
  return warnings
}

const addressesShown = 3

export function noAddressWarning(
  code: 'placeholder_address' | 'own_address' | 'shared_address',
  {
    addresses,
    rows,
    description,
  }: { readonly addresses: readonly string[]; readonly rows: readonly number[]; readonly description: string },
): Warning {
  const more = addresses.length > addressesShown ? ', …' : ''
  return {
    code,
    message: `${countText(rows.length, 'row has', 'rows have')} ${description} (${addresses.slice(0, addressesShown).join(', ')}${more}). We record ${rows.length === 1 ? 'this donor' : 'these donors'} by name only and won’t email ${rows.length === 1 ? 'that address' : 'those addresses'}.`,
    count: rows.length,
    rows: rows.slice(0, 100),
  }
}

const countText = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
