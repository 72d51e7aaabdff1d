/** Compiles the server's programs into the Node compile cache after an update. Returns whether it did. */
export function ensureTranslated(node: string, env: { readonly NODE_COMPILE_CACHE: string }): Promise<boolean>
