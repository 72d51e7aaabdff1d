import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What was noted in the run, once each. */
export function readLines(folder: string, kind: 'used' | 'faults'): Set<string> {
  const files = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`))
  return new Set(
    files.flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    ),
  )
}

/** Throws what is wrong with the statements that a run has asked, all of it at once. */
export async function judgeStatements(folder: string): Promise<void> {
  const faults = [...readLines(folder, 'faults')].map((line) => String(JSON.parse(line)))
  if (faults.length > 0) throw new Error(`Statements and their rows differ:\n\n${faults.join('\n\n')}`)
}
