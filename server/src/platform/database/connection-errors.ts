/** The database was lost or could not be opened. A sent change may have taken effect. */
export class DatabaseLostError extends Error {
  constructor(options: ErrorOptions) {
    super(`the database was lost: ${options.cause instanceof Error ? options.cause.message : 'unknown'}`, options)
    this.name = 'DatabaseLost'
  }
}

/** All connections of this process stayed in use longer than a caller waits. */
export class DatabaseBusyError extends Error {
  constructor(options: ErrorOptions) {
    super('no connection to the database became free in time', options)
    this.name = 'DatabaseBusy'
  }
}
