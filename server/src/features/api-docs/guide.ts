import { webhooks } from '@twofold/contract'
import { callsPerKey } from '../api-keys/index.ts'
import { giftsFile } from './examples.ts'

/** The chapters before the list of calls. Texts and code; the page escapes them. */
export type Chapter = { readonly id: string; readonly title: string; readonly parts: readonly Part[] }
export type SignIn = { readonly email: string; readonly password: string }
export type Part = { readonly text: string } | { readonly code: string; readonly kind: string }

const payload = JSON.stringify({ data: webhooks.dataExample, bearer_token: 'the token of your webhook' }, null, 2)

/** `signIn`: with what the example for people signs in. */
export function guide(server: string, signIn: SignIn): readonly Chapter[] {
  return [
    {
      id: 'start',
      title: 'Your first call',
      parts: [
        {
          text: 'An administrator makes a key in the portal under Integrations, API, Manage API Keys. Put it in place of the dots; it names your organization, so the rest follows. With these variables set, every example on this page runs as it is printed.',
        },
        {
          kind: 'Shell',
          code: `export KEY='tfk_…'
export ORG=$(echo "$KEY" | cut -d_ -f2)
curl "${server}/api/organization/$ORG" -H "Authorization: Bearer $KEY"
export DONATION=$(curl -s "${server}/api/organization/$ORG/donation?per_page=1" \\
  -H "Authorization: Bearer $KEY" | grep -o '"id":[0-9]*' | head -1 | cut -d: -f2)`,
        },
        {
          text: `A key may do what a member with the level write may, in its organization and its chapters; members, keys, webhooks and billing are for people. At most ${callsPerKey.max} calls in ${callsPerKey.seconds} seconds: after that the answer is 429 with the seconds to wait in Retry-After. A deleted key opens nothing within a second. Save TypeScript examples as call.mts and run them with node call.mts (Node 24).`,
        },
        {
          text: 'Calls for people take the token of a session instead, which lasts for half a day (whoever uses a second step finishes it in the portal):',
        },
        {
          kind: 'Shell',
          code: `export TOKEN=$(curl -s "${server}/api/auth/login" -H 'Content-Type: application/json' \\
  -d '${JSON.stringify(signIn)}' \\
  | grep -o '"access_token":"[^"]*"' | cut -d'"' -f4)`,
        },
      ],
    },
    {
      id: 'fundraising-platforms',
      title: 'Gifts of a fundraising platform',
      parts: [
        {
          text: 'Every platform exports its gifts as a file. The portal takes these files as they are: columns are recognised by their names and contents, and the same file twice changes nothing. A program sends the same file, or a file of one new gift, by two calls: Test proposes which column goes where, Upload takes the file with that map.',
        },
        {
          kind: 'Shell',
          code: `printf '${giftsFile.replaceAll('\n', '\\n')}' > gifts.csv
curl -X POST "${server}/api/organization/$ORG/donation/import-file/Test" \\
  -H "Authorization: Bearer $KEY" -F 'donations=@gifts.csv'`,
        },
        {
          text: 'Take the map of that answer for the upload; the answer holds the id under which the import can be followed.',
        },
        {
          kind: 'Shell',
          code: `curl -X POST "${server}/api/organization/$ORG/donation/import-file/Upload" \\
  -H "Authorization: Bearer $KEY" \\
  -F 'map={"id":"transaction_id","date":"donated_at","amount":"amount","name":"donor.name","email":"donor.email","employer":"company.name"}' \\
  -F 'donations=@gifts.csv'`,
        },
      ],
    },
    {
      id: 'webhooks',
      title: 'Webhooks',
      parts: [
        {
          text: 'A webhook is told of one event: status (a gift came into, or moved to, a status with an id below 12, 20 or 28), first_open (a person opened a mail for the first time) or reminder_sent. Each event is one POST with this JSON:',
        },
        { kind: 'JSON', code: payload },
        {
          text: 'Messages are signed by Standard Webhooks (webhook-id, webhook-timestamp, webhook-signature) with the secret of the webhook, and carry its token as Authorization: Bearer. The header twofold-event names the event. Verify before you read; libraries exist for most languages. In TypeScript, after npm install standardwebhooks:',
        },
        {
          kind: 'TypeScript',
          code: `import { createServer } from 'node:http'
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
}).listen(4000, '127.0.0.1')`,
        },
        {
          text: `Answer with a code from 200 to 299 within 15 seconds. Anything else is tried again after 5 seconds, 5 and 30 minutes, 2, 5, 10, 14, 20 and 24 hours; a longer Retry-After is kept to, up to a day. 410, or ten failures with nothing delivered meanwhile, switch the webhook off, and its administrators are mailed. Redirects are not followed; only public addresses are called, by https. A message may come twice, with the same webhook-id, and messages may overtake each other: twofold-sequence rises with each. A new secret signs beside the former one for ${webhooks.secretOverlapHours} hours. Outside production the portal also calls this very machine (127.0.0.1 or localhost with a port) by http, for trying.`,
        },
      ],
    },
  ]
}
