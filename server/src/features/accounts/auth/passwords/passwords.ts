import { hash, verify } from '@node-rs/argon2'

// OWASP password storage: argon2id (2 in the library), 19 MiB, two passes, one lane.
const options = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

// 8 concurrent hashes use 152 MiB; further ones are queued.
const atOnce = 8
let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  running++
  try {
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => hash(password.normalize('NFKC'), options))

let nobodysHash: Promise<string> | undefined

/** Takes the same time for unknown accounts, so that the timing reveals nothing. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody has this password')
  const against = stored ?? (await nobodysHash)
  const fits = await inTurn(() => verify(against, password.normalize('NFKC')))
  return stored !== null && fits
}
