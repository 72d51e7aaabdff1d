/**
 * The connection to the database was lost, could not be opened, or the database stayed silent. Whether a change that was sent was made
 * is unknown.
 */
export class DatabaseLost extends Error {
  constructor(options: ErrorOptions) {
    super(`the database was lost: ${options.cause instanceof Error ? options.cause.message : 'unknown'}`, options)
    this.name = 'DatabaseLost'
  }
}

/** All connections of this process are in use, for longer than a caller waits. */
export class DatabaseBusy extends Error {
  constructor(options: ErrorOptions) {
    super('no connection to the database became free in time', options)
    this.name = 'DatabaseBusy'
  }
}
