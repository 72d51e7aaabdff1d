import { Agent, get } from 'node:http'

/**
 * Somebody who calls and throws away what comes, as a browser would ask for it. `fetch` unpacks each answer and keeps it until its
 * process collects garbage, for 40 to 60 ms a second time after time beside what is measured: a caller's own pauses looked like the product's.
 */
export class Reader {
  readonly #address: string
  readonly #headers: Readonly<Record<string, string>>
  readonly #agent = new Agent({ keepAlive: true })

  constructor(address: string, token: string) {
    this.#address = address
    this.#headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' }
  }

  /** Answers the status, once the whole answer is there. @throws where the line breaks */
  status(path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      get(this.#address + path, { agent: this.#agent, headers: this.#headers }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
        answer.on('error', reject)
      }).on('error', reject)
    })
  }

  /** @throws where it is no success */
  async read(path: string): Promise<void> {
    const status = await this.status(path)
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
}
