import { webhooks } from '@twofold/contract'
import { refusalCodes } from '../../platform/errors.ts'
import { maxUploadBytes } from '../../platform/http/server.ts'
import { callsPerKey } from '../api-keys/index.ts'
import { donationsCommand } from './examples.ts'

/** The chapters before the list of calls. Texts and code; the page escapes them, and reads `…` in a text as code. */
export type Chapter = { readonly id: string; readonly title: string; readonly parts: readonly Part[] }
export type SignIn = { readonly email: string; readonly password: string }
export type Part =
  | { readonly text: string }
  | { readonly code: string; readonly kind: string }
  | { readonly rows: readonly (readonly [string, string])[]; readonly about: string }
  | { readonly link: string; readonly words: string }

const payload = JSON.stringify({ data: webhooks.dataExample, bearer_token: 'the token of your webhook' }, null, 2)

/** `signIn`: with what the example for people signs in. */
export function guide(server: string, signIn: SignIn): readonly Chapter[] {
  return [start(server), people(server, signIn), rules, repeating(server), platforms(server), receiving]
}

const start = (server: string): Chapter => ({
  id: 'start',
  title: 'Your first call',
  parts: [
    {
      text: 'An administrator makes a key in the portal under Integrations, API, Manage API Keys. Put it in place of the dots; it names your organization, so the rest follows. With the variables of this chapter and the next one set, every example on this page runs as it is printed. What they change is really changed; an upload can be undone with Undo import.',
    },
    {
      kind: 'Shell',
      code: `export KEY='tfk_…'
export ORG=$(echo "$KEY" | cut -d_ -f2)
curl -s "${server}/api/organization/$ORG" -H "Authorization: Bearer $KEY"`,
    },
    { text: 'The examples take the first of each kind that your organization has:' },
    {
      kind: 'Shell',
      code: `get() { curl -s "${server}$1" -H "Authorization: Bearer $2"; }
first() { grep -o "\\"$1\\":\\(\\[{\\"id\\":\\)*[0-9]*" | head -1 | grep -o '[0-9]*$'; }
export ORG_NAME=$(get "/api/organization/$ORG" "$KEY" | grep -o '"name":"[^"]*"' | head -1 | cut -d'"' -f4)
export DONATION=$(get "/api/organization/$ORG/donation?per_page=1" "$KEY" | first id)
export DONOR=$(get "/api/organization/$ORG/donor?per_page=1" "$KEY" | first id)
export IMPORT=$(get "/api/organization/$ORG/import" "$KEY" | first id)
export CAMPAIGN=$(get "/api/organization/$ORG/campaign" "$KEY" | first id)
export TEMPLATE=7
export DOCUMENT=$(get "/api/organization/$ORG" "$KEY" | first documents)
export NOTIFEE=$(get "/api/organization/$ORG/notifee" "$KEY" | first id)
export COMPANY=$(get "/search/company-name/microsoft" "$KEY" | first company_id)`,
    },
    {
      text: 'A key may do what a member with the level write may, in its organization and its chapters; members, keys, webhooks and billing are for people. A deleted key opens nothing within a second. Save TypeScript examples as `call.mts` and run them with `node call.mts` (Node 24).',
    },
  ],
})

const people = (server: string, signIn: SignIn): Chapter => ({
  id: 'people',
  title: 'Calls for people',
  parts: [
    {
      text: 'Calls for administrators take the token of a session, which lasts for half a day. Whoever uses a second step finishes it in the portal.',
    },
    {
      kind: 'Shell',
      code: `export TOKEN=$(curl -s "${server}/api/auth/login" -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(signIn)}' \\
  | grep -o '"access_token":"[^"]*"' | cut -d'"' -f4)
export KEY_ID=$(get "/api/organization/$ORG/partial/api_keys" "$TOKEN" | first id)
export MEMBER=$(get "/api/organization/$ORG/user" "$TOKEN" | grep -o '"id":[0-9]*' | tail -1 | cut -d: -f2)
export WEBHOOK=$(get "/api/organization/$ORG/partial/webhooks" "$TOKEN" | first id)
export DELIVERY=$(get "/api/webhook/$WEBHOOK/delivery" "$TOKEN" | first id)`,
    },
  ],
})

const meanings: Readonly<Record<string, string>> = {
  malformed: 'the request could not be read',
  unauthenticated: 'no key or token, or one that opens nothing any more',
  forbidden: 'not for this level, or not for keys',
  not_found: 'it does not exist, or belongs to somebody else',
  method_not_allowed: 'this address is not called that way',
  conflict: 'it does not go together with what is there now; `current` tells what that is',
  gone: 'used up or expired: ask for a new one',
  too_large: 'the body is too large',
  unsupported_media_type: 'send JSON, or a form where a file is asked for',
  invalid: 'a field is not as it should be; `fields` tells which and why',
  too_many_requests: 'called too often; `Retry-After` tells the seconds to wait',
  storage_full: 'the disk of files is full: nothing was kept',
  unavailable: 'busy or restarting: call again after `Retry-After`',
}

const rules: Chapter = {
  id: 'rules',
  title: 'Answers, errors, limits, pages',
  parts: [
    {
      text: 'Requests and answers are JSON in UTF-8. Money is in decimal units of its currency; days are `2026-11-20`; moments are in UTC, except `donated_at`, which is the wall clock of the organization. New fields may be added; none is renamed or removed without a new version: ignore what you don’t know.',
    },
    {
      kind: 'JSON',
      code: JSON.stringify(
        {
          error: 'invalid',
          message: 'per_page is too great.',
          fields: { per_page: 'per_page is too great.' },
          request_id: '5f0c2d0e-8f7b-4a4e-9b8d-0c6f5f0f9a51',
        },
        null,
        2,
      ),
    },
    { text: 'Every refusal has this shape. Show `message` to people, decide by `error`, and send us `request_id`.' },
    {
      about: 'Errors',
      rows: Object.entries(refusalCodes)
        .sort(([, one], [, other]) => one - other)
        .map(([code, status]) => [`${status} ${code}`, meanings[code] ?? ''] as const),
    },
    {
      text: `A key makes at most ${callsPerKey.max} calls in ${callsPerKey.seconds} seconds; some calls have a limit of their own, given with them. JSON may be 1 MB large, a file ${maxUploadBytes / 1024 / 1024} MB. A call ends within a minute.`,
    },
    {
      text: 'Lists have an end. The donations come in pages: `page` and `per_page` (at most 200), beside `total`; keep `sort_field` and the filters while you turn them. Other long lists answer the newest, and older ones `before` an id.',
    },
  ],
}

const repeating = (server: string): Chapter => ({
  id: 'repeating',
  title: 'Repeating a call safely',
  parts: [
    {
      text: 'When the answer to a call that changes something is lost on the way, send it again with the same `Idempotency-Key`, a text of your own of at most 255 letters, digits and signs: it is done once, and answered as it was the first time (`Idempotency-Replayed: true`). A key belongs to the caller, the API key or the person, and is remembered for 24 hours.',
    },
    {
      kind: 'Shell',
      code: `for attempt in 1 2; do
  curl -s -X PUT "${server}/api/organization/$ORG/partial" -H "Authorization: Bearer $KEY" \\
    -H 'Idempotency-Key: mission-of-2026-11-20' -H 'Content-Type: application/json' \\
    -d '{"custom":{"amply":{"feature":"more-filters"}}}' -o /dev/null -w '%{http_code}\\n'
done`,
    },
    {
      text: 'With another body the answer is 422; while the first call still runs, 409 with `Retry-After`. A refusal that changed nothing is not remembered: fix the call and send it with the same key. If a call is cut off between its change and its answer, the repeated call is refused with 409 and nothing is done twice. Answers of more than 256 kB are not kept, and a caller has 20,000 keys a day.',
    },
  ],
})

const platforms = (server: string): Chapter => ({
  id: 'fundraising-platforms',
  title: 'Gifts of a fundraising platform',
  parts: [
    {
      text: 'Every platform exports its gifts as a file. The portal takes these files as they are: columns are recognized by their names and contents, and the same file twice changes nothing. A program sends the same file, or a file of one new gift, by two calls: Test proposes which column goes where, Upload takes the file with that map. The column organization is for organizations with chapters.',
    },
    {
      kind: 'Shell',
      code: `${donationsCommand}
curl -s -X POST "${server}/api/organization/$ORG/donation/import-file/Test" \\
  -H "Authorization: Bearer $KEY" -F 'donations=@gifts.csv'`,
    },
    {
      text: 'Take the map of that answer for the upload; the answer holds the id under which the import can be followed.',
    },
    {
      kind: 'Shell',
      code: `curl -s -X POST "${server}/api/organization/$ORG/donation/import-file/Upload" \\
  -H "Authorization: Bearer $KEY" \\
  -F 'map={"id":"transaction_id","date":"donated_at","amount":"amount","name":"donor.name","email":"donor.email","employer":"company.name","organization":"organization_name"}' \\
  -F 'donations=@gifts.csv'`,
    },
    { text: 'Documents are uploaded the same way. The example of that call takes this file:' },
    { kind: 'Shell', code: `printf '%%PDF-1.4\\n%%%%EOF\\n' > receipt.pdf` },
  ],
})

/** Printed on the page, and run by a test. */
export const receiverExample = `import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET ?? '')
createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  try {
    const { data } = webhook.verify(body, request.headers as Record<string, string>) as { data: unknown }
    console.log(request.headers['webhook-id'], data)
    response.writeHead(200).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(Number(process.env.PORT ?? 4000), '127.0.0.1')`

const receiving: Chapter = {
  id: 'webhooks',
  title: 'Webhooks',
  parts: [
    {
      text: 'A webhook is told of one event: `status` (a gift came into, or moved to, a status with an id below 12, 20 or 28), `first_open` (a person opened an email for the first time) or `reminder_sent`. Each event is one POST with this JSON:',
    },
    { kind: 'JSON', code: payload },
    { link: webhooks.payloadSchemaPath, words: 'JSON Schema of the payload' },
    {
      about: 'Headers of a message',
      rows: [
        ['webhook-id', 'one for each message, the same at every attempt: what you have seen, leave out'],
        ['webhook-timestamp', 'seconds since 1970, of the attempt; the libraries refuse old ones'],
        ['webhook-signature', 'by Standard Webhooks with the secret of the webhook; two after a new secret was made'],
        ['authorization', '`Bearer` and the token of the webhook'],
        ['twofold-event', '`status`, `first_open`, `reminder_sent` or `test`'],
        ['twofold-sequence', 'rises with each message of an organization'],
      ],
    },
    {
      text: 'Verify before you read; libraries exist for most languages. In TypeScript, after `npm install standardwebhooks`, with the secret of your webhook in `WEBHOOK_SECRET`:',
    },
    { kind: 'TypeScript', code: receiverExample },
    {
      text: `Answer with a code from 200 to 299 within 15 seconds; more than 64 kB of an answer is not read. Anything else is tried again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours; a longer \`Retry-After\` is kept to, up to a day. 410, or ten failures with nothing delivered meanwhile, switch the webhook off, and the administrators are emailed. Redirects are not followed; only public addresses are called, by https with a valid certificate.`,
    },
    {
      text: `The order of messages is not guaranteed, and one may come twice: compare \`twofold-sequence\` of two messages about one gift, and keep the greater. One host is called at most five times a second. A new secret signs beside the former one for ${webhooks.secretOverlapHours} hours. Outside production the portal also calls this very machine (\`127.0.0.1\` or \`localhost\` with a port) by http, for trying.`,
    },
  ],
}
