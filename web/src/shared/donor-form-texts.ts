import { inGuillemets } from '@twofold/matching'
import { ApiError, callMessages } from '../api/api-error.ts'

type FormErrorTexts = {
  readonly network: string
  readonly too_many: string
  readonly reload: string
  readonly failed: string
}

const textNames: Readonly<Record<string, keyof FormErrorTexts>> = {
  network: 'network',
  unreadable: 'reload',
  too_many_requests: 'too_many',
}

/** The server's own messages are in English, so other failures get a general text. */
export const formErrorIn = (texts: FormErrorTexts, error: unknown): string =>
  texts[(error instanceof ApiError && textNames[error.code]) || 'failed']

/** Messages without a translation stay as they are. */
export const translateErrors = (
  errors: Readonly<Record<string, string | undefined>>,
  messages: Readonly<Record<string, string>>,
): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, messages[text ?? ''] ?? text]))

export const englishFormTexts = {
  error: 'Error: ',
  network: callMessages.network,
  too_many: 'Too many tries. Wait a few minutes, then try again.',
  reload: callMessages.unreadable,
  failed: 'Something went wrong on our side. Try again.',
}

/** Errors and the employer search of the forms that donors fill in. */
export const frenchFormTexts = {
  error: 'Erreur\u00a0: ',
  network: 'Erreur de réseau. Veuillez vérifier votre connexion.',
  too_many: 'Trop d’essais. Attendez quelques minutes, puis réessayez.',
  reload: 'Twofold a été mis à jour depuis l’ouverture de cette page. Veuillez la recharger.',
  failed: 'Un problème est survenu de notre côté. Veuillez réessayer.',

  search: {
    type: 'Écrivez le nom de l’employeur',
    more: 'Écrivez au moins 3 caractères',
    waiting: 'Recherche...',
    none: 'Aucun employeur trouvé',
    other: (typed: string) => `Autre\u00a0: ${inGuillemets(typed, '\u00a0')}`,
    list: 'Suggestions',
    found: (count: number) => (count < 2 ? `${count} résultat` : `${count} résultats`),
  },
}

export const spanishFormTexts = {
  error: 'Error: ',
  network: 'Error de red. Revise su conexión.',
  too_many: 'Demasiados intentos. Espere unos minutos y vuelva a intentarlo.',
  reload: 'Twofold se actualizó después de abrir esta página. Vuelva a cargarla.',
  failed: 'Hubo un problema de nuestro lado. Vuelva a intentarlo.',

  search: {
    type: 'Escriba el nombre del empleador',
    more: 'Escriba al menos 3 caracteres',
    waiting: 'Buscando...',
    none: 'No se encontró ningún empleador',
    other: (typed: string) => `Otro: ${inGuillemets(typed)}`,
    list: 'Sugerencias',
    found: (count: number) => (count === 1 ? '1 resultado' : `${count} resultados`),
  },
}
