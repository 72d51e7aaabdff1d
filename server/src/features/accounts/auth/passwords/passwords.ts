import { hash, verify } from '@node-rs/argon2'

// OWASP password storage: argon2id (2 in the library), 19 MiB, two passes, one lane.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// 8 concurrent hashes use 152 MiB; further ones are queued.
const concurrency = 8
let running = 0
const waiting: (() => void)[] = []

async function withSlot<T>(work: () => Promise<T>): Promise<T> {
  if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

export const hashPassword = (password: string): Promise<string> =>
  withSlot(() => hash(password.normalize('NFKC'), options))

let placeholderHash: Promise<string> | undefined

/** Takes the same time for unknown accounts, so that the timing reveals nothing. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  placeholderHash ??= hashPassword('nobody has this password')
  const expectedHash = stored ?? (await placeholderHash)
  const isCorrect = await withSlot(() => verify(expectedHash, password.normalize('NFKC')))
  return stored !== null && isCorrect
}
