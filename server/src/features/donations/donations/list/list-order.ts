import type { donations } from '@twofold/contract'

export type Order = { readonly field: (typeof donations.sortFields)[number]; readonly ascending: boolean }
export type Page = Order & { readonly offset: number; readonly limit: number }

export const sortKeys = { donated_at: 'donated_at', amount: 'amount_cents', id: 'id' } as const
