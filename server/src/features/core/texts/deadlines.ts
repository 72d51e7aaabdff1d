// Each gift of a series has a separate deadline (`has_deadline` is `several`).

const first = (one: string, several: string): string => `{first_gifts, select, several {${several}} other {${one}}}`
const last = (one: string, several: string): string => `{last_gifts, select, several {${several}} other {${one}}}`
const byDeadlineCount = (two: string, more: string): string => `{deadlines, select, two {${two}} other {${more}}}`

export const englishDeadlines = `Do this by {deadline} for your ${first('first gift', 'first gifts')}${byDeadlineCount(
  `, and by {last_deadline} for the ${last('other', 'others')}.`,
  `. The deadline for the ${last('last one', 'last ones')} is {last_deadline}.`,
)}`

export const frenchDeadlines = `Vous avez jusqu’au {deadline} pour ${first('votre premier don', 'vos premiers dons')}${byDeadlineCount(
  ` et au plus tard le {last_deadline} pour ${last('l’autre', 'les autres')}.`,
  `. La date limite pour ${last('le dernier', 'les derniers')} est le {last_deadline}.`,
)}`

export const spanishDeadlines = `Tiene hasta el {deadline} para ${first('su primera donación', 'sus primeras donaciones')}${byDeadlineCount(
  ` y a más tardar el {last_deadline} para ${last('la otra', 'las demás')}.`,
  `. La fecha límite para ${last('la última', 'las últimas')} es el {last_deadline}.`,
)}`
