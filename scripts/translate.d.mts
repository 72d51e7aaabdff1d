/** Has Node translate the server's programs where another edition was translated; answers whether it did. */
export function ensureTranslated(node: string, env: { readonly NODE_COMPILE_CACHE: string }): Promise<boolean>
