import { isLanguage } from './language.ts'

/** The header may be as long as the server accepts. */
const maxLanguages = 12

/** Two letters; '' if no language is supported. */
export function browserLanguage({
  headers,
}: {
  readonly headers: { readonly 'accept-language'?: string | undefined }
}): string {
  const requested = (headers['accept-language'] ?? '').split(',', maxLanguages).map((part) => {
    const [tag = '', weight = ''] = part.trim().toLowerCase().split(';', 2)
    const quality = Number(weight.trim().replace(/^q=/, '') || '1')
    return { code: tag.split('-', 1)[0] ?? '', quality: Number.isNaN(quality) ? 0 : quality }
  })
  const supported = requested.filter(({ code, quality }) => isLanguage(code) && quality > 0)
  return supported.toSorted((a, b) => b.quality - a.quality)[0]?.code ?? ''
}
