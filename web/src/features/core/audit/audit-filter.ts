export function auditFilterOf(search: URLSearchParams): { subject?: string; user_id?: number } {
  const subject = (search.get('subject') ?? '').trim()
  const person = Number(search.get('person'))
  return {
    ...(subject && subject.length <= 60 ? { subject } : {}),
    ...(Number.isSafeInteger(person) && person > 0 ? { user_id: person } : {}),
  }
}
