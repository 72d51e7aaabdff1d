/** Returns whether an update required it. */
export function ensureTranslated(node: string, env: { readonly NODE_COMPILE_CACHE: string }): Promise<boolean>
