import { templates } from '@twofold/contract'
import { defaultWordsOf, type Language, languageOf } from '../../core/texts/index.ts'
import type { StatsRow, VersionRow } from './templates.queries.ts'

const zeroStats: templates.TemplateStats = {
  sent: 0,
  opened: 0,
  confirm_clicked: 0,
  decline_clicked: 0,
  r1_sent: 0,
  r1_opened: 0,
  r1_confirm_clicked: 0,
  r2_sent: 0,
  r2_opened: 0,
  r2_confirm_clicked: 0,
  machine_opened: 0,
  submitted: 0,
}

export function presentVersion(row: VersionRow, stats: readonly StatsRow[]): templates.Template {
  return {
    ...defaultWordsOf(row.template_id, languageOf(row.language)),
    ...row.words,
    id: row.id,
    organization_id: row.organization_id,
    status_id: row.template_id,
    name: row.name,
    live: row.live,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    updated_by: row.updated_by,
    stats: findStats(stats, row.template_id, row.name),
  }
}

export const presentDefault = (
  id: templates.TemplateId,
  stats: readonly StatsRow[],
  language: Language,
): templates.Template => ({
  ...defaultWordsOf(id, language),
  id,
  organization_id: null,
  status_id: id,
  name: templates.defaultName,
  live: true,
  version: 1,
  updated_at: null,
  updated_by: null,
  stats: findStats(stats, id, 'default'),
})

function findStats(stats: readonly StatsRow[], templateId: number, version: string): templates.TemplateStats {
  const found = stats.find((row) => row.template_id === templateId && row.version === version)
  return found ? templates.templateStats.parse(found) : zeroStats
}

export function sumStats(stats: readonly StatsRow[], templateId: number): templates.TemplateStats {
  const names = Object.keys(zeroStats) as (keyof templates.TemplateStats)[]
  const sum = { ...zeroStats }
  for (const row of stats) if (row.template_id === templateId) for (const name of names) sum[name] += row[name]
  return sum
}
