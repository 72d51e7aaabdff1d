/**
 * Undoing what takes its time, an upload of gifts or a report of payouts: asked for by a request, done by a job in one transaction,
 * and begun again where its job was lost. What is taken back, and by which rules, is the room's whose it is.
 */
export { reviveUndos, runRevivingUndos } from './revive-undos.ts'
export { runUndo, type UndoContext, type UndoWork } from './run-undo.ts'
export { startUndo } from './start-undo.ts'
export { hasUndoing, isUndoing } from './undos.queries.ts'
