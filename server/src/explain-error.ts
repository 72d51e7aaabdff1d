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
    return `HOST and PORT must name an address that is free: ${error.message}. With PORT=0 a free port is picked.`
  }
  if (error.code === 'EACCES' && 'syscall' in error && error.syscall === 'listen') {
    return `HOST and PORT must name an address that this account may listen on: ${error.message}.`
  }
  return error
}
