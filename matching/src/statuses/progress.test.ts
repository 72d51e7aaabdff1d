import { expect, test } from 'vitest'
import { actions } from './actions.ts'
import { progressSentence, type StatusEvent } from './progress.ts'

const move = (action: string, from: number | null, to: number, actor: StatusEvent['actor'] = 'donor'): StatusEvent => ({
  action,
  from_status_id: from,
  to_status_id: to,
  actor,
})
const createdByImport = move('create', null, 25, 'import')
const openedSigning = move('open_signing', 25, 5)
const signed = move('sign', 5, 3)

test.each<[string, readonly StatusEvent[], number, string | null]>([
  ['as it was judged', [createdByImport], 25, null],
  ['opened', [openedSigning, createdByImport], 5, 'The donor opened Acme’s form and hasn’t signed it yet.'],
  ['signed', [move('sign', 5, 4), openedSigning, createdByImport], 4, 'The donor signed Acme’s form.'],
  [
    'signed, and the nonprofit has to',
    [signed, openedSigning, createdByImport],
    3,
    'The donor signed Acme’s form. It needs the nonprofit’s signature too.',
  ],
  [
    'verified',
    [move('verify', 3, 4, 'user'), signed, openedSigning, createdByImport],
    4,
    'The nonprofit verified the gift.',
  ],
  [
    'verified by mistake',
    [move('taken_back', 4, 3, 'user'), move('verify', 3, 4, 'user'), signed, openedSigning, createdByImport],
    3,
    'The donor signed Acme’s form. It needs the nonprofit’s signature too.',
  ],
  [
    'checked again, and as far as before',
    [move('evaluate', 3, 3, 'system'), signed, openedSigning, createdByImport],
    3,
    'The donor signed Acme’s form. It needs the nonprofit’s signature too.',
  ],
  [
    'checked again, with another outcome',
    [move('evaluate', 3, 11, 'system'), signed, openedSigning, createdByImport],
    11,
    null,
  ],
  [
    'asked for by its donor',
    [move('submit', 7, 4), move('create', null, 7)],
    4,
    'The donor said they requested the match.',
  ],
  [
    'asked for by staff',
    [move('submit', 7, 4, 'user'), move('create', null, 7)],
    4,
    'The match was marked as submitted.',
  ],
  ['said by a file', [move('external', 7, 4, 'import'), move('submit', 7, 4), move('create', null, 7)], 4, null],
])('%s', (_case, newestFirst, statusId, sentence) => {
  expect(progressSentence(newestFirst, statusId, 'Acme')).toBe(sentence)
})

test('every move with a fixed target has a sentence, and none has one if the rules decide', () => {
  for (const [action, { leadsTo }] of Object.entries(actions)) {
    if (leadsTo === 'stays' || leadsTo === 'before') continue
    const sentence = progressSentence([move(action, 7, 4)], 4, '')
    if (leadsTo === 'rules') expect(sentence, action).toBeNull()
    else expect(sentence, action).toMatch(/^[A-Z].*[.]$/)
  }
})
