export class NoAnswer extends Error {}

/** What `asked` comes to; nobody waits for it longer than this, and what comes later is nobody's. */
export async function inTime<T>(asked: Promise<T>, withinMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(`no answer within ${withinMs / 1000} seconds`)), withinMs)
  })
  try {
    return await Promise.race([asked, late])
  } finally {
    clearTimeout(timer)
  }
}
