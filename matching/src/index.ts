/**
 * The heart of the product: what a match is, what may become of it, and what a company's rules make of a gift. Pure:
 * no clock, no database, no network; everything is handed in, and nothing throws on odd values.
 */
export * from './calendar.ts'
export * from './deadlines.ts'
export * from './eligibility.ts'
export * from './employer-finding.ts'
export * from './employers.ts'
export * from './estimate.ts'
export * from './evaluate.ts'
export * from './evaluation.ts'
export * from './gift-kinds.ts'
export * from './merge.ts'
export * from './money.ts'
export * from './moves.ts'
export * from './policy.ts'
export * from './quick-filters.ts'
export * from './ratio.ts'
export * from './recurring.ts'
export * from './statuses.ts'
export * from './terms.ts'
