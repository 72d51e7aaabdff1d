import { screens } from '@twofold/contract'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { useDocumentLanguage } from '../../../shared/page-language.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { PageHeading } from '../../../ui/page.tsx'
import { readFaqParameters } from './faq-parameters.ts'
import { type FaqTexts, type Question, questionsFor } from './questions.tsx'

/** In the language of the link or the browser. `#deadline` opens one answer. */
export function FaqPage({ texts }: { texts: FaqTexts }) {
  const [search] = useSearchParams()
  const { hash } = useLocation()
  const reader = readFaqParameters(search)
  useDocumentLanguage(texts.tag, texts.frame)
  const questions = questionsFor(reader, texts)
  const [open, setOpen] = useState<string | null>(hash.slice(1) || null)
  return (
    <div className="mx-auto max-w-3xl">
      <PageHeading title={texts.title}>
        <p className="text-lg">{texts.lead}</p>
        <p className="mt-3 flex flex-wrap items-center gap-2">
          <span className="max-w-full rounded-full bg-brand-soft px-3 py-1 text-[0.9375rem] font-semibold break-words text-brand-text">
            {reader.company ?? texts.general}
          </span>
          {reader.company && <span className="min-w-0 break-words">{texts.workingWith(reader.company)}</span>}
        </p>
      </PageHeading>
      <Card padded={false} className="divide-y divide-hairline">
        {questions.map((question) => (
          <Answer
            key={question.id}
            {...question}
            isOpen={open === question.id}
            onToggle={() => setOpen(open === question.id ? null : question.id)}
          />
        ))}
      </Card>
      <div className="mt-8 flex flex-wrap items-center justify-between gap-4">
        <p className="text-muted">{texts.unanswered}</p>
        <Button variant="secondary" asChild>
          <Link to={screens.contact}>{texts.write}</Link>
        </Button>
      </div>
    </div>
  )
}

function Answer({ id, question, answer, isOpen, onToggle }: Question & { isOpen: boolean; onToggle: () => void }) {
  return (
    <div id={id} className="first:rounded-t-card last:rounded-b-card">
      <h2>
        <button
          type="button"
          id={`${id}-question`}
          aria-expanded={isOpen}
          aria-controls={`${id}-answer`}
          onClick={onToggle}
          className="flex min-h-14 w-full items-center justify-between gap-4 px-5 py-3.5 text-left text-lg leading-6 font-semibold hover:bg-sunken focus-visible:-outline-offset-2 sm:px-6"
        >
          {question}
          <ChevronDown
            className={cx(
              'size-5 shrink-0 text-muted transition-transform motion-reduce:transition-none',
              isOpen && 'rotate-180',
            )}
            aria-hidden="true"
          />
        </button>
      </h2>
      <section
        id={`${id}-answer`}
        aria-labelledby={`${id}-question`}
        hidden={!isOpen}
        className="max-w-[70ch] space-y-3 px-5 pb-5 leading-7 break-words sm:px-6 [&_li]:mt-1.5 [&_ol]:list-decimal [&_ol]:pl-5 [&_ul]:list-disc [&_ul]:pl-5"
      >
        {answer}
      </section>
    </div>
  )
}
