import { screens } from '@twofold/contract'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Link } from 'react-router'
import { NoOrganization, useCurrentOrganization } from '../../../shared/current-organization.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'
import { CopyTextButton } from '../../../ui/copy-button.tsx'
import { PageHeading } from '../../../ui/page.tsx'
import { Loading } from '../../../ui/spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { type Placement, type PlacementName, placements, scriptAttributes, snippetOf } from './snippets.ts'

/** /portal/widget-guide: five placements of the widget, each with its code and a preview. */
export default function WidgetGuideScreen() {
  const current = useCurrentOrganization()
  return (
    <>
      <PageHeading title="Widget">
        One line of code puts the employer search on your own website: what an employer matches, what a gift could
        become, and how to request it.
      </PageHeading>
      {current.state === 'loading' && <Loading />}
      {current.state === 'ready' && current.organization && <Guide organizationId={current.organization.id} />}
      {current.state === 'failed' && (
        <ErrorState error={current.error} title="The organization could not be loaded" onRetry={current.retry} />
      )}
      {current.state === 'none' && <NoOrganization title="You must select an organization to use this section." />}
    </>
  )
}

function Guide({ organizationId }: { organizationId: number }) {
  const [chosen, setChosen] = useState<PlacementName>('field')
  return (
    <div className="flex flex-col gap-6">
      <Tabs
        label="Ways to place the widget"
        value={chosen}
        onChange={setChosen}
        tabs={placements.map((placement) => ({
          name: placement.name,
          label: placement.title,
          content: <OnePlacement placement={placement} organizationId={organizationId} />,
        }))}
      />
      <GoodToKnow />
    </div>
  )
}

function OnePlacement({ placement, organizationId }: { placement: Placement; organizationId: number }) {
  const code = snippetOf(placement, location.origin, organizationId)
  return (
    <div className="flex flex-col gap-6 pt-5">
      <p className="max-w-[70ch]">{placement.text}</p>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card className="min-w-0">
          <CardTitle aside={<CopyTextButton text={code} label="Copy the code" />}>Code</CardTitle>
          <pre className="rounded-control bg-sunken p-4 text-[0.9375rem] leading-6 wrap-anywhere whitespace-pre-wrap">
            <code>{code}</code>
          </pre>
        </Card>
        <Card className="min-w-0">
          <CardTitle>Preview</CardTitle>
          <Preview key={placement.name} placement={placement} organizationId={organizationId} />
          <p className="mt-4 text-[0.9375rem] text-muted">It searches for real; a request is not sent from here.</p>
        </Card>
      </div>
    </div>
  )
}

const paintedTheme = (): string => document.documentElement.dataset.theme ?? 'light'

/** Subscribes to changes of the portal's light or dark theme. */
function followPaint(tell: () => void): () => void {
  const observer = new MutationObserver(tell)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** Runs the same script as an external page. The surrounding form is part of the preview and submits nothing. */
function Preview({ placement, organizationId }: { placement: Placement; organizationId: number }) {
  const stage = useRef<HTMLDivElement>(null)
  const [isAway, setAway] = useState(false)
  const theme = useSyncExternalStore(followPaint, paintedTheme)
  const isField = placement.name === 'field'
  useEffect(() => {
    const place = stage.current
    if (!place) return
    const script = document.createElement('script')
    for (const [name, value] of Object.entries(scriptAttributes(placement, location.origin, organizationId))) {
      script.setAttribute(name, value)
    }
    script.setAttribute('data-preview', '')
    script.setAttribute('data-theme', theme)
    script.onerror = () => setAway(true)
    place.append(script)
    return () => place.replaceChildren()
  }, [placement, organizationId, theme])
  return (
    <div className="rounded-control border border-dashed border-edge/60 p-4 [--twofold-font:var(--font-sans)]">
      {isAway && <p className="text-muted">The widget could not be loaded here.</p>}
      {isField ? (
        <form onSubmit={(event) => event.preventDefault()}>
          <label htmlFor="amount" className="font-semibold">
            Amount
          </label>
          <input
            id="amount"
            name="amount"
            inputMode="decimal"
            defaultValue="50"
            className="mt-1 mb-4 h-11 w-full rounded-control border border-edge bg-surface px-3"
          />
          <div ref={stage} />
          <Button type="submit" look="secondary">
            Donate
          </Button>
        </form>
      ) : (
        <div ref={stage} />
      )}
    </div>
  )
}

const attributes: readonly (readonly [name: string, meaning: string])[] = [
  ['data-organization', 'Your organization. Already filled in above; it keeps working when your name changes.'],
  ['data-label', 'The words above the search box.'],
  ['data-accent', 'Your color in CSS, like #7a1f5b. The text on it turns black or white by itself.'],
  ['data-theme', 'light (unless told), dark, or auto to follow the visitor.'],
  ['data-amount', 'The gift, like 50 or $1,250.'],
  [
    'data-transaction-id',
    'The gift’s transaction ID in your donation tool, as in its export. It finds the request when the upload comes.',
  ],
  ['data-gift-date', 'The day of the gift, like 2026-11-20; today if you leave it out.'],
  ['data-donor-name', 'The donor’s name; they can correct it.'],
  ['data-donor-email', 'The donor’s email; they can correct it.'],
  ['data-amount-field', 'CSS selector of your own field for the amount: the estimate follows it.'],
  ['data-company', 'The id of one employer, for the policy card.'],
  ['data-name', 'The name of the hidden field; employer if you leave it out.'],
  ['data-preview', 'Shows everything and sends nothing.'],
  ['--twofold-font', 'Not an attribute but a CSS property: the font, so that it looks like the rest of your page.'],
]

function GoodToKnow() {
  return (
    <Card>
      <CardTitle>Good to know</CardTitle>
      <ul className="list-disc space-y-1.5 pl-5">
        <li>The script is smaller than a small picture, sets no cookies and keeps nothing in the browser.</li>
        <li>It cannot break your page: its styles stay separate, and if Twofold is down your form still works.</li>
        <li>It works by keyboard and with screen readers.</li>
        <li>
          If your website has a content security policy, allow <code className="break-all">{location.origin}</code> in{' '}
          <code>script-src</code> and <code>connect-src</code>.
        </li>
        <li>
          Several on one page are fine. Instead of the script’s own place, any element with <code>data-twofold</code>{' '}
          becomes one, also when your page adds it later. What stands in that element, such as a plain field for the
          employer, is there until the widget is, and stays where scripts are blocked: with it nothing on your page
          moves.
        </li>
        <li>
          Your page hears <code>twofold:employer</code> when an employer is chosen and <code>twofold:requested</code>{' '}
          when a match was asked for:{' '}
          <code className="break-all">
            document.addEventListener('twofold:employer', (event) =&gt; event.detail.name)
          </code>
          .
        </li>
        <li>
          Match requests appear among your{' '}
          <Link className="text-brand-text underline underline-offset-2" to={screens.donations}>
            Donations
          </Link>
          , with the widget as their source.
        </li>
      </ul>
      <h3 className="mt-6 mb-2 font-semibold">What you can set</h3>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {attributes.map(([name, meaning]) => (
          <div key={name} className="sm:contents">
            <dt>
              <code>{name}</code>
            </dt>
            <dd className="text-muted">{meaning}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
