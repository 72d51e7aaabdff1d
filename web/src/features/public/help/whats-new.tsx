import { Card } from '../../../ui/card.tsx'
import { formatDay } from '../../../ui/format.ts'
import { HelpPage } from './help-page.tsx'
import { news } from './news.ts'

export function WhatsNew() {
  return (
    <HelpPage title="What’s new">
      {[...Map.groupBy(news, ({ day }) => day)].map(([day, entries]) => (
        <Card key={day}>
          <h2 className="mb-3 text-muted">
            <time dateTime={day}>{formatDay(day)}</time>
          </h2>
          <ul className="space-y-4">
            {entries.map(({ title, text }) => (
              <li key={title}>
                <h3 className="font-semibold">{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </HelpPage>
  )
}
