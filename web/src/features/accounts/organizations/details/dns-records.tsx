import type { sendingAddress } from '@twofold/contract'
import { CircleCheck, CircleDashed, CircleHelp, CircleX } from 'lucide-react'
import { CopyButton } from '../../../../ui/copy-button.tsx'

type Line = sendingAddress.DnsRecord

const recordTexts = {
  dkim: { title: 'DKIM', about: 'Signs your emails so they can’t be forged.' },
  spf: {
    title: 'SPF',
    about: 'Lists who can send for your domain. If you already have an SPF record, change it to this.',
  },
  dmarc: { title: 'DMARC', about: 'Tells inboxes what to do with forged emails. Any policy works.' },
} as const satisfies Record<Line['what'], { title: string; about: string }>

const states = {
  unchecked: { icon: CircleDashed, label: 'Not checked yet', className: 'text-muted' },
  found: { icon: CircleCheck, label: 'Found', className: 'text-submitted-text' },
  missing: { icon: CircleX, label: 'Missing', className: 'text-problem-text' },
  different: { icon: CircleX, label: 'Different', className: 'text-problem-text' },
  unknown: { icon: CircleHelp, label: 'No answer. Check again later.', className: 'text-awaiting-text' },
} as const satisfies Record<Line['state'], object>

export function DnsRecords({ lines }: { lines: readonly Line[] }) {
  return (
    <ul className="max-w-3xl divide-y divide-hairline border-y border-hairline">
      {lines.map((line) => (
        <DnsLine key={line.what} line={line} />
      ))}
    </ul>
  )
}

function DnsLine({ line: { what, name, value, state, found } }: { line: Line }) {
  const { title, about } = recordTexts[what]
  const { icon: Icon, label, className } = states[state]
  return (
    <li className="py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold">{title}</h3>
        <span className={`inline-flex items-center gap-1.5 font-semibold ${className}`}>
          <Icon className="size-5 shrink-0" aria-hidden="true" />
          {label}
        </span>
      </div>
      <p className="text-[0.9375rem] text-muted">{about}</p>
      <dl className="mt-2 flex flex-col gap-2">
        <Part label="Name (TXT record)" text={name} copy={`Copy the name of the ${title} line`} />
        <Part label="Value" text={value} copy={`Copy the value of the ${title} line`} />
        {state === 'different' && (
          <div>
            <dt className="text-[0.9375rem] text-muted">Current value</dt>
            {found.map((text) => (
              <dd key={text} className="font-mono text-sm break-all">
                {text}
              </dd>
            ))}
          </div>
        )}
      </dl>
    </li>
  )
}

function Part({ label, text, copy }: { label: string; text: string; copy: string }) {
  return (
    <div>
      <dt className="text-[0.9375rem] text-muted">{label}</dt>
      <dd className="flex items-start justify-between gap-2 rounded-control border border-hairline bg-sunken py-1.5 pr-1.5 pl-3">
        <span className="min-w-0 py-2 font-mono text-sm break-all">{text}</span>
        <CopyButton text={text} label={copy} />
      </dd>
    </div>
  )
}
