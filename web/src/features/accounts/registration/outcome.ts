export type Outcome =
  | { readonly kind: 'registered'; readonly email: string }
  | { readonly kind: 'already'; readonly name: string }
