import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import type { Clock } from '../platform/runtime/clock.ts'

type StripeObject = Readonly<Record<string, unknown>> & { readonly id: string; readonly object: string }
type Reply = { readonly status: number; readonly body: unknown }
type Mode = 'answer' | 'fail' | 'lose' | 'refuse' | 'deny' | 'forbid' | 'belie'

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

/**
 * The part of Stripe's API that the product uses, on a free port of 127.0.0.1. It repeats the response of a known
 * idempotency key. `hasPages` also serves the pages to which Stripe leads a browser.
 */
export async function startFakeStripe(clock: Clock, { hasPages = false }: { readonly hasPages?: boolean } = {}) {
  const objects = new Map<string, StripeObject>()
  const events: Stripe.Event[] = []
  const repliesByKey = new Map<string, Reply & { readonly asked: string }>()
  const calls: string[] = []
  const modes = new Map<string, Mode>()
  let count = 0
  let listener: (call: string) => void = () => {}
  let base = ''
  const seconds = () => Math.floor(clock().getTime() / 1000)
  const put = <T extends StripeObject>(object: T): T => {
    objects.set(object.id, object)
    return object
  }
  const all = (object: string) => [...objects.values()].filter((candidate) => candidate.object === object)
  const get = (id: string): StripeObject => {
    const object = objects.get(id)
    if (!object) throw new Error(`nothing at Stripe is called ${id}`)
    return object
  }
  const nextId = (kind: string): string => `${kind}_${++count}`
  const pagesAt = (name: string): string => (hasPages ? base : `https://${name}.stripe.com`)
  const list = (data: readonly unknown[]) => ({ object: 'list', data, has_more: false, url: '/v1' })
  const createRefusal = (status: number, type: string, code: string): Reply => ({
    status,
    body: { error: { type, code, message: `refused: ${code} of sk_test_never_told` } },
  })
  const refused = createRefusal(400, 'invalid_request_error', 'parameter_invalid')
  const missing = createRefusal(404, 'invalid_request_error', 'resource_missing')

  function tell(type: string, subject: StripeObject): Stripe.Event {
    // The library's type links each kind of event to its object, which a generic event cannot satisfy.
    const event = { id: nextId('evt'), object: 'event', type, created: seconds(), data: { object: subject } }
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

  const creators: Readonly<Record<string, (form: URLSearchParams) => StripeObject>> = {
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

  const changes: Readonly<Record<string, (object: StripeObject, form: URLSearchParams) => StripeObject>> = {
    finalize: (object) =>
      put({ ...object, status: 'open', hosted_invoice_url: `${pagesAt('invoice')}/i/${object.id}` }),
    expire: (object) => put({ ...object, status: 'expired' }),
    '': (object, form) => {
      const card = form.get('invoice_settings[default_payment_method]')
      const settings = card === null ? {} : { invoice_settings: { default_payment_method: card } }
      return put({ ...object, ...Object.fromEntries([...form].filter(([name]) => !name.includes('['))), ...settings })
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
  const listObjects = (kind: string, query: URLSearchParams): StripeObject[] => {
    const filters = [...query].filter(([name]) => ['customer', 'invoice', 'payment_intent', 'status'].includes(name))
    const payment = query.get('payment[payment_intent]')
    const since = Number(query.get('created[gte]') ?? 0)
    return all(kinds[kind] ?? '')
      .filter((object) => filters.every(([name, value]) => object[name] === value))
      .filter((object) => payment === null || Object(object['payment']).payment_intent === payment)
      .filter((object) => Number(object['created'] ?? since) >= since)
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
    if (customer !== null && !objects.has(customer)) return missing
    if (method === 'GET' && !id) return { status: 200, body: list(listObjects(kind, query)) }
    if (method === 'POST' && !id) {
      const create = creators[kind]
      return create ? { status: 200, body: create(form) } : missing
    }
    const object = objects.get(id ?? '')
    if (!object) return missing
    if (method === 'DELETE') return { status: 200, body: { id: object.id, deleted: objects.delete(object.id) } }
    const change = changes[action ?? '']
    return { status: 200, body: method === 'POST' && change ? change(object, form) : object }
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
    const mode = [...modes].find(([start]) => path.startsWith(start))?.[1] ?? 'answer'
    const key = request.method === 'POST' ? String(request.headers['idempotency-key'] ?? '') : ''
    const asked = `${path}?${text}`
    const reply =
      getModeReply(mode) ?? findRepeatedReply(key, asked) ?? answer(request.method ?? '', path, searchParams, form)
    if (key && !getModeReply(mode)) repliesByKey.set(key, { ...reply, asked: repliesByKey.get(key)?.asked ?? asked })
    if (mode === 'lose' && request.method === 'POST') return request.socket.destroy()
    const sentReply = mode === 'belie' && request.method === 'POST' ? refused : reply
    response.writeHead(sentReply.status, { 'content-type': 'application/json' }).end(JSON.stringify(sentReply.body))
  })
  const getModeReply = (mode: Mode): Reply | undefined => {
    if (mode === 'fail') return { status: 500, body: { error: { type: 'api_error', message: 'down' } } }
    if (mode === 'deny') return createRefusal(401, 'invalid_request_error', 'api_key_expired')
    if (mode === 'forbid') return createRefusal(403, 'invalid_request_error', 'more_permissions_required')
    return mode === 'refuse' ? refused : undefined
  }
  /** A key is valid for a single request. */
  const findRepeatedReply = (key: string, asked: string): Reply | undefined => {
    const previous = repliesByKey.get(key)
    if (!key || !previous) return undefined
    return previous.asked === asked ? previous : createRefusal(400, 'idempotency_error', 'idempotency_error')
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
    behave: (mode: Mode, ...starts: string[]) => {
      modes.clear()
      for (const start of starts.length > 0 ? starts : ['']) modes.set(start, mode)
    },
    listen: (newListener: typeof listener) => {
      listener = newListener
    },
    /** Stripe does so after a day. */
    forgetKeys: () => repliesByKey.clear(),
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
      const fields = { payment_intent: paymentOf(id), amount, created: seconds(), reason: 'requested_by_customer' }
      return tell(
        'refund.created',
        put({ id: nextId('re'), object: 'refund', status: 'succeeded', ...fields, ...more }),
      )
    },
    /** `moveDisputed` withdraws or returns the money. */
    dispute: (id: string, amount: number): Stripe.Event => {
      const fields = {
        payment_intent: paymentOf(id),
        amount,
        currency: 'usd',
        created: seconds(),
        reason: 'fraudulent',
      }
      const dispute = { ...fields, status: 'needs_response', balance_transactions: [] }
      return tell('charge.dispute.created', put({ id: nextId('du'), object: 'dispute', ...dispute }))
    },
    /** Negative amounts are withdrawn by the bank. */
    moveDisputed: (id: string, amount: number, currency = 'usd'): Stripe.Event => {
      const dispute = get(id)
      const transaction = { id: nextId('txn'), object: 'balance_transaction', amount, currency, created: seconds() }
      const before = dispute['balance_transactions']
      const balance_transactions = [...(Array.isArray(before) ? before : []), transaction]
      const type = amount < 0 ? 'withdrawn' : 'reinstated'
      return tell(`charge.dispute.funds_${type}`, put({ ...dispute, balance_transactions }))
    },
    /** Credits before the payment, with refunds, or to the customer's balance. */
    credit: (
      id: string,
      given: { readonly before?: number; readonly refunds?: readonly (readonly [string, number])[] },
    ) => {
      const { before = 0, refunds = [] } = given
      const creditedBefore = Number(get(id)['pre_payment_credit_notes_amount'])
      put({ ...get(id), pre_payment_credit_notes_amount: creditedBefore + before })
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
    remove: (id: string) => objects.delete(id),
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
  options: { readonly secret: string; readonly at: Date; readonly tamper?: (body: string) => string },
): Promise<Response> {
  const payload = JSON.stringify(event)
  const { webhooks } = new Stripe('sk_test_signing')
  const timestamp = Math.floor(options.at.getTime() / 1000)
  const signature = webhooks.generateTestHeaderString({ payload, secret: options.secret, timestamp })
  return fetch(`${address}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body: options.tamper ? options.tamper(payload) : payload,
  })
}
