import { headerWords, type Table } from '../../../donations/file-reading/index.ts'

/** Columns of Stripe, PayPal, and Square that no report of employer money has. */
const processorHeaderPattern =
  /^(balance transaction id|reporting category|available on( utc)?|customer facing (amount|currency)|automatic payout (id|effective at)|seller message|amount refunded|(card|payment method) (brand|funding|last ?4)|card entry methods?|pan suffix|statement descriptor|balance impact|time ?zone|(from|to) email address)$/

/** A list of card payments: gifts that donors made, and refunds, fees, and transfers to the bank. */
export const isProcessorList = ({ originalHeaders }: Pick<Table, 'originalHeaders'>): boolean =>
  originalHeaders.filter((header) => processorHeaderPattern.test(headerWords(header))).length >= 2

/** A summary adds up lines at several levels. */
export const isPivotTable = ({ originalHeaders }: Pick<Table, 'originalHeaders'>): boolean =>
  originalHeaders.some((header) => /^(row labels|(sum|count) of \S.*)$/i.test(header.trim()))
