import type { ReactNode } from 'react'

export const SourceLink = ({
  to,
  className = linkLook,
  children,
}: {
  to: string
  className?: string
  children: ReactNode
}) => (
  <a href={to} target="_blank" rel="noopener noreferrer" className={className}>
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
)

const linkLook = 'break-words underline decoration-edge/60 underline-offset-2 hover:text-ink'

export const PublicPageLink = ({ to }: { to: string }) => (
  <SourceLink
    to={to}
    className="inline-flex min-h-11 items-center font-semibold text-brand-text underline-offset-3 hover:underline"
  >
    Public page
  </SourceLink>
)
