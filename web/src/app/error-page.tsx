import { screens } from '@twofold/contract'
import { Link } from 'react-router'
import { Button } from '../ui/button.tsx'
import { LogoMark } from '../ui/logo.tsx'
import { useDocumentTitle } from '../ui/page.tsx'

/** Links load a new page because the app itself may be broken. */
export function ErrorPage({
  error,
  isNotFound = false,
  inside = false,
}: {
  error: unknown
  isNotFound?: boolean
  /** The portal frame already offers navigation. */
  inside?: boolean
}) {
  const stale = isStale(error)
  const title = titleFor(stale)
  useDocumentTitle(title)
  const Frame = inside ? 'div' : 'main'
  return (
    <Frame className={inside ? 'py-10' : 'mx-auto flex min-h-dvh max-w-xl flex-col justify-center px-6 py-12'}>
      {!inside && <LogoMark className="mb-6 size-10" />}
      <h1 tabIndex={-1} className="text-[1.75rem] leading-9 font-semibold tracking-[-0.015em] outline-none">
        {title}
      </h1>
      <p className="mt-2 max-w-[60ch] text-muted">{sentenceFor(isNotFound, stale)}</p>
      <div className="mt-6 flex flex-wrap gap-2.5">
        <Button asChild variant={stale ? 'secondary' : 'primary'}>
          <Link to={screens.dashboard} reloadDocument={!inside}>
            Go to the dashboard
          </Link>
        </Button>
        {isNotFound && !inside && (
          <Button asChild variant="secondary">
            <Link to={screens.faq} reloadDocument>
              Questions and answers
            </Link>
          </Button>
        )}
        {!isNotFound && (
          <Button variant={stale ? 'primary' : 'secondary'} onClick={() => location.reload()}>
            Reload the page
          </Button>
        )}
      </div>
    </Frame>
  )
}

const titleFor = (stale: boolean): string => (stale ? 'This page couldn’t be loaded' : 'Unexpected Application Error!')

function sentenceFor(isNotFound: boolean, stale: boolean): string {
  if (isNotFound) return '404 Not Found. This page doesn’t exist or has moved.'
  if (stale && !navigator.onLine) {
    return 'Check your connection and reload the page.'
  }
  if (stale) return 'Twofold may have been updated. Reload the page. Your saved work is safe.'
  return 'Something went wrong on this page. Your saved work is safe. Reloading usually helps.'
}

/** A chunk could not be fetched. A deploy removes the previous release's chunks, and networks or proxies can fail. */
const isStale = (error: unknown): boolean =>
  error instanceof TypeError &&
  /dynamically imported module|module script failed|Importing a module/i.test(error.message)
