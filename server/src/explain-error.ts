import { SettingsError } from './config.ts'
import { MigrationError } from './platform/database/migrate.ts'
import { ServerRoleError } from './platform/database/server-role.ts'
import { DatabaseUnavailableError } from './platform/database/wait-for-database.ts'

const withMessage = [SettingsError, MigrationError, ServerRoleError, DatabaseUnavailableError]

/** One sentence for errors that a person can fix, otherwise the error with its stack. */
export function explainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  if (withMessage.some((kind) => error instanceof kind)) return error.message
  if (!('code' in error)) return error
  if (error.code === 'EADDRINUSE') {
    return `The address in HOST and PORT must be free: ${error.message}. PORT=0 picks a free port.`
  }
  if (error.code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return `This account must be able to listen on the address in HOST and PORT: ${error.message}.`
  }
  return error
}
