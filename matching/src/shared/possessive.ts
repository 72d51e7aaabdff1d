/** Returns "Microsoft’s", "General Mills’" or "McDonald’s": a name that ends in "s" gets no second one. */
export const possessive = (name: string): string =>
  /['’]s$/i.test(name) ? name : /s$/i.test(name) ? `${name}’` : `${name}’s`
