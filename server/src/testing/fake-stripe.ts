import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import type { Clock } from '../platform/runtime/clock.ts'

type Thing = Readonly<Record<string, unknown>> & { readonly id: string; readonly object: string }
type Reply = { readonly status: number; readonly body: unknown }
type Mood = 'answer' | 'fail' | 'lose' | 'refuse' | 'deny' | 'forbid' | 'belie'

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

/**
 * The part of Stripe's API that the product uses, on a free port of 127.0.0.1. It repeats the response of a known
 * idempotency key. `hasPages` also serves the pages to which Stripe leads a browser.
 */
export async function startFakeStripe(clock: Clock, { hasPages = false }: { readonly hasPages?: boolean } = {}) {
  const things = new Map<string, Thing>()
  const events: Stripe.Event[] = []
  const answered = new Map<string, Reply & { readonly asked: string }>()
  const calls: string[] = []
  const moods = new Map<string, Mood>()
  let count = 0
  let listener: (call: string) => void = () => {}
  let base = ''
  const seconds = () => Math.floor(clock().getTime() / 1000)
  const put = <T extends Thing>(thing: T): T => {
    things.set(thing.id, thing)
    return thing
  }
  const all = (object: string) => [...things.values()].filter((thing) => thing.object === object)
  const get = (id: string): Thing => {
    const thing = things.get(id)
    if (!thing) throw new Error(`nothing at Stripe is called ${id}`)
    return thing
  }
  const nextId = (kind: string): string => `${kind}_${++count}`
  const pagesAt = (name: string): string => (hasPages ? base : `https://${name}.stripe.com`)
  const list = (data: readonly unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' })
  const refusal = (status: number, type: string, code: string): Reply => ({
    status,
    body: { error: { type, code, message: `refused: ${code} of sk_test_never_told` } },
  })
  const refused = refusal(400, 'invalid_request_error', 'parameter_invalid')
  const missing = refusal(404, 'invalid_request_error', 'resource_missing')

  function tell(type: string, about: Thing): Stripe.Event {
    // The library's type links each kind of event to its object, which a generic event cannot satisfy.
    const event = { id: nextId('evt'), object: 'event', type, created: seconds(), data: { object: about } }
    events.push(event as unknown as Stripe.Event)
    return event as unknown as Stripe.Event
  }

  const metadataIn = (form: URLSearchParams) =>
    Object.fromEntries(
      [...form].flatMap(([name, value]) => {
        const [, inner] = /^metadata\[(\w+)\]$/.exec(name) ?? []
        return inner ? [[inner, value]] : []
      }),
    )

  const makers: Readonly<Record<string, (form: URLSearchParams) => Thing>> = {
    customers: (form) =>
      put({ id: nextId('cus'), object: 'customer', metadata: metadataIn(form), invoice_settings: {} }),
    'checkout/sessions': (form) => {
      const id = nextId('cs')
      const url = `${pagesAt('checkout')}/c/pay/${id}`
      const [customer, success_url] = [form.get('customer'), form.get('success_url')]
      return put({ id, object: 'checkout.session', url, customer, success_url, status: 'open', setup_intent: null })
    },
    'billing_portal/sessions': (form) =>
      put({
        id: nextId('bps'),
        object: 'billing_portal.session',
        url: `${pagesAt('billing')}/p/${form.get('customer')}`,
        return_url: form.get('return_url'),
      }),
    invoices: (form) =>
      put({
        id: nextId('in'),
        object: 'invoice',
        customer: form.get('customer'),
        currency: form.get('currency'),
        metadata: metadataIn(form),
        status: 'draft',
        total: 0,
        hosted_invoice_url: null,
        status_transitions: { paid_at: null },
        attempt_count: 0,
        next_payment_attempt: null,
        pre_payment_credit_notes_amount: 0,
      }),
    invoiceitems: (form) => {
      const invoice = get(form.get('invoice') ?? '')
      put({ ...invoice, total: Number(invoice['total']) + Number(form.get('amount')) })
      return put({ id: nextId('ii'), object: 'invoiceitem', invoice: invoice.id, amount: Number(form.get('amount')) })
    },
  }

  const changes: Readonly<Record<string, (known: Thing, form: URLSearchParams) => Thing>> = {
    finalize: (known) => put({ ...known, status: 'open', hosted_invoice_url: `${pagesAt('invoice')}/i/${known.id}` }),
    expire: (known) => put({ ...known, status: 'expired' }),
    '': (known, form) => {
      const card = form.get('invoice_settings[default_payment_method]')
      const settings = card === null ? {} : { invoice_settings: { default_payment_method: card } }
      return put({ ...known, ...Object.fromEntries([...form].filter(([name]) => !name.includes('['))), ...settings })
    },
  }

  const kinds: Readonly<Record<string, string>> = {
    invoices: 'invoice',
    invoice_payments: 'invoice_payment',
    refunds: 'refund',
    disputes: 'dispute',
    credit_notes: 'credit_note',
  }
  /** Filters by nested fields only support the payment. */
  const listOf = (kind: string, query: URLSearchParams): Thing[] => {
    const wanted = [...query].filter(([name]) => ['customer', 'invoice', 'payment_intent', 'status'].includes(name))
    const payment = query.get('payment[payment_intent]')
    const since = Number(query.get('created[gte]') ?? 0)
    return all(kinds[kind] ?? '')
      .filter((thing) => wanted.every(([name, value]) => thing[name] === value))
      .filter((thing) => payment === null || Object(thing['payment']).payment_intent === payment)
      .filter((thing) => Number(thing['created'] ?? since) >= since)
      .toReversed()
  }

  function answer(method: string, path: string, query: URLSearchParams, form: URLSearchParams): Reply {
    const [kind = '', id, action] =
      path.startsWith('checkout/sessions') || path.startsWith('billing_portal/sessions')
        ? [path.split('/').slice(0, 2).join('/'), ...path.split('/').slice(2)]
        : path.split('/')
    if (method === 'GET' && kind === 'events') {
      const since = Number(query.get('created[gte]') ?? 0)
      return { status: 200, body: list(events.filter(({ created }) => created >= since).toReversed()) }
    }
    const customer = query.get('customer') ?? form.get('customer')
    if (customer !== null && !things.has(customer)) return missing
    if (method === 'GET' && !id) return { status: 200, body: list(listOf(kind, query)) }
    if (method === 'POST' && !id) {
      const make = makers[kind]
      return make ? { status: 200, body: make(form) } : missing
    }
    const known = things.get(id ?? '')
    if (!known) return missing
    if (method === 'DELETE') return { status: 200, body: { id: known.id, deleted: things.delete(known.id) } }
    const change = changes[action ?? '']
    return { status: 200, body: method === 'POST' && change ? change(known, form) : known }
  }

  const paymentOf = (invoice: string): unknown =>
    Object(all('invoice_payment').find((payment) => payment['invoice'] === invoice)?.['payment']).payment_intent

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stripe')
    if (hasPages && !pathname.startsWith('/v1/'))
      return response.writeHead(200, { 'content-type': 'text/html' }).end(pageOf(pathname))
    const path = pathname.replace('/v1/', '')
    const text = await textOf(request)
    const form = new URLSearchParams(text)
    calls.push(`${request.method} ${path}`)
    listener(`${request.method} ${path}`)
    const mood = [...moods].find(([start]) => path.startsWith(start))?.[1] ?? 'answer'
    const key = request.method === 'POST' ? String(request.headers['idempotency-key'] ?? '') : ''
    const asked = `${path}?${text}`
    const given = inMood(mood) ?? repeated(key, asked) ?? answer(request.method ?? '', path, searchParams, form)
    if (key && !inMood(mood)) answered.set(key, { ...given, asked: answered.get(key)?.asked ?? asked })
    if (mood === 'lose' && request.method === 'POST') return request.socket.destroy()
    const told = mood === 'belie' && request.method === 'POST' ? refused : given
    response.writeHead(told.status, { 'content-type': 'application/json' }).end(JSON.stringify(told.body))
  })
  const inMood = (mood: Mood): Reply | undefined => {
    if (mood === 'fail') return { status: 500, body: { error: { type: 'api_error', message: 'down' } } }
    if (mood === 'deny') return refusal(401, 'invalid_request_error', 'api_key_expired')
    if (mood === 'forbid') return refusal(403, 'invalid_request_error', 'more_permissions_required')
    return mood === 'refuse' ? refused : undefined
  }
  /** A key is valid for a single request. */
  const repeated = (key: string, asked: string): Reply | undefined => {
    const before = answered.get(key)
    if (!key || !before) return undefined
    return before.asked === asked ? before : refusal(400, 'idempotency_error', 'idempotency_error')
  }
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  base = `http://127.0.0.1:${port}`

  return {
    /** The value for `STRIPE_API_BASE`. */
    apiBase: base,
    calls,
    events,
    all,
    /**
     * Applies to paths with these prefixes, or to all. `lose` runs the request and closes the connection; `belie` runs
     * it and reports a refusal. `deny` rejects the API key; `forbid` reports a missing permission.
     */
    behave: (mood: Mood, ...starts: string[]) => {
      moods.clear()
      for (const start of starts.length > 0 ? starts : ['']) moods.set(start, mood)
    },
    listen: (to: typeof listener) => {
      listener = to
    },
    /** Stripe does so after a day. */
    forgetKeys: () => answered.clear(),
    completeCheckout: (id: string): Stripe.Event => {
      const setup_intent = { id: nextId('seti'), object: 'setup_intent', payment_method: nextId('pm') }
      return tell('checkout.session.completed', put({ ...get(id), status: 'complete', setup_intent }))
    },
    settle: (id: string, status: 'paid' | 'void' | 'uncollectible'): Stripe.Event => {
      const type = { paid: 'paid', void: 'voided', uncollectible: 'marked_uncollectible' }[status]
      const status_transitions = { paid_at: status === 'paid' ? seconds() : null }
      if (status === 'paid') {
        const payment = { type: 'payment_intent', payment_intent: nextId('pi') }
        put({
          id: nextId('inpay'),
          object: 'invoice_payment',
          invoice: id,
          status: 'paid',
          payment,
          created: seconds(),
        })
      }
      return tell(`invoice.${type}`, put({ ...get(id), status, status_transitions }))
    },
    refuseCard: (id: string, next_payment_attempt: number | null): Stripe.Event =>
      tell('invoice.payment_failed', put({ ...get(id), attempt_count: 1, next_payment_attempt })),
    refund: (id: string, amount: number, more: Readonly<Record<string, unknown>> = {}): Stripe.Event => {
      const about = { payment_intent: paymentOf(id), amount, created: seconds(), reason: 'requested_by_customer' }
      return tell('refund.created', put({ id: nextId('re'), object: 'refund', status: 'succeeded', ...about, ...more }))
    },
    /** `moveDisputed` withdraws or returns the money. */
    dispute: (id: string, amount: number): Stripe.Event => {
      const about = { payment_intent: paymentOf(id), amount, currency: 'usd', created: seconds(), reason: 'fraudulent' }
      const dispute = { ...about, status: 'needs_response', balance_transactions: [] }
      return tell('charge.dispute.created', put({ id: nextId('du'), object: 'dispute', ...dispute }))
    },
    /** Negative amounts are withdrawn by the bank. */
    moveDisputed: (id: string, amount: number, currency = 'usd'): Stripe.Event => {
      const known = get(id)
      const moved = { id: nextId('txn'), object: 'balance_transaction', amount, currency, created: seconds() }
      const before = known['balance_transactions']
      const balance_transactions = [...(Array.isArray(before) ? before : []), moved]
      const type = amount < 0 ? 'withdrawn' : 'reinstated'
      return tell(`charge.dispute.funds_${type}`, put({ ...known, balance_transactions }))
    },
    /** Credits before the payment, with refunds, or to the customer's balance. */
    credit: (
      id: string,
      given: { readonly before?: number; readonly refunds?: readonly (readonly [string, number])[] },
    ) => {
      const { before = 0, refunds = [] } = given
      const earlier = Number(get(id)['pre_payment_credit_notes_amount'])
      put({ ...get(id), pre_payment_credit_notes_amount: earlier + before })
      return tell(
        'credit_note.created',
        put({
          id: nextId('cn'),
          object: 'credit_note',
          invoice: id,
          number: 'CN-0001',
          status: 'issued',
          pre_payment_amount: before,
          refunds: refunds.map(([refund, amount_refunded]) => ({ refund, amount_refunded, type: 'refund' })),
          created: seconds(),
        }),
      )
    },
    tell,
    get,
    put,
    remove: (id: string) => things.delete(id),
    stop: () =>
      new Promise<void>((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

/** A browser arrives here at Stripe. */
const pageOf = (pathname: string): string =>
  `<!doctype html><html lang="en"><title>Stripe</title><h1>${pathname.split('/')[1] === 'c' ? 'Save a card' : 'Stripe'}</h1></html>`

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Stripe signs the bytes and the timestamp. */
export async function postEvent(
  address: string,
  event: unknown,
  given: { readonly secret: string; readonly at: Date; readonly tamper?: (body: string) => string },
): Promise<Response> {
  const payload = JSON.stringify(event)
  const { webhooks } = new Stripe('sk_test_signing')
  const timestamp = Math.floor(given.at.getTime() / 1000)
  const signature = webhooks.generateTestHeaderString({ payload, secret: given.secret, timestamp })
  return fetch(`${address}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: given.tamper ? given.tamper(payload) : payload,
  })
}
