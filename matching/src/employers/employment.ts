import type { Employment } from '../shared/gift-kinds.ts'

/** The first match wins: "retired board member" is retired, and "spouse of a retiree" is a spouse. */
const employmentPatterns: readonly (readonly [Employment, RegExp])[] = [
  [
    'spouse',
    /\b(spouse|wife|husband|hubby|domestic partner|widow(er)?|married to)\b|\bpartner('?s)? (works?|is|employer|job|company)\b/i,
  ],
  ['none', /^(none|no|n|not employed|unemployed|not working|self[ -]?employed|student|homemaker|disabled|volunteer)$/i],
  [
    'none',
    /^(aucune?|sans emploi|au chomage|chomeu(r|se)|travailleu(r|se) (autonome|independante?)|a (mon|son) compte|etudiante?|au foyer|(femme|mere|pere|homme) au foyer|benevole|ningun[oa]?|sin (empleo|trabajo)|desemplead[oa]|no trabaja|trabajador[a]? (autonom[oa]|independiente|por cuenta propia)|(por )?cuenta propia|autonom[oa]|estudiante|am[oa] de casa|voluntari[oa]|discapacitad[oa])$/,
  ],
  // "femme" and "mujer" alone mean women, not spouses.
  [
    'spouse',
    /\b(conjointe?|epou(x|se)|mari|(ma|sa) femme|femme d['’]une?|veu(f|ve)|espos[oa]s?|marido|(mi|su) mujer|mujer de una?|pareja|conyuge|viud[oa])\b/,
  ],
  [
    'retired',
    /\b(semi[ -]?)?(ret(ired|ried|irred|ierd|'?d|\.|iree|irement)|emerit(us|a|i)|pensioner|annuitant)(?![a-z])/i,
  ],
  [
    'retired',
    /\b((pre)?retraitee?|(pre)?retraites|a la retraite|en retraite|retraite|(pre)?jubilad[oa]s?|retirad[oa]s?|pensionad[oa]s?|pensionnee?s?|pensionista|rentiere?)\b/,
  ],
  [
    'former',
    /\b(ex|former(ly)?|previous(ly)?|past|alum(n(i|us|a))?|laid off|terminated|resigned|used to|was (at|with)|inactive)\b/i,
  ],
  [
    'former',
    /\b(ancien(ne)?s?|ex[ -]?(employee?|empleado|empleada)|antigu[oa]s?|anterior|licenciee?|mis(e)? a pied|despedid[oa])\b/,
  ],
  [
    'board',
    /\b(board( member| of directors)?|(non-?executive|outside|independent) director|trustee|directors?['’]? (program|gift)|(chair(man|woman|person)?|member) of the board)\b/i,
  ],
  [
    'board',
    /^administrat(eur|rice)s?$|\b(conseil d['’]administration|membre du ca|consejo (directivo|de administracion)|miembr[oa] del consejo|junta directiva)\b/,
  ],
  [
    'contractor',
    /\b(contract(or|ed| worker|ual)?|vendor|consultant|free ?lancer?|temp(orary)?( worker)?|agency|contingent( worker)?|1099|affiliate|driver|agent|franchise[er]?e?)\b/i,
  ],
  ['part_time', /\b(part[ -]?time|pt|half[ -]?time|per[ -]?diem|casual|hourly)\b/i],
  [
    'contractor',
    /\b(contractuel(le)?|sous-? ?traitante?|consultante?|pigiste|vacataire|interimaire|temporaire|contratista|subcontratista|consultora?|temporal|eventual|por contrato|agencia)\b/,
  ],
  [
    'part_time',
    /\b((a )?temps partiel|mi-? ?temps|occasionnel(le)?|medio tiempo|media jornada|(a )?tiempo parcial|parcial|por horas)\b/,
  ],
  [
    'employee',
    /\b(employ(ee|ed)|full[ -]?time|ft|salaried|active|staff|intern|associate|executive|officer|current|regular|permanent|yes|y)\b/i,
  ],
  [
    'employee',
    /\b(employee?s?|salariee?s?|(a )?temps plein|temps complet|permanente?|actif|active|stagiaire|cadre|personnel|emplead[oa]s?|trabajador[a]?|(de )?(tiempo|jornada) complet[oa]|activ[oa]|asalariad[oa]|becari[oa]|pasante|fij[oa]|oui|si)\b/,
  ],
]

const maxLength = 80

/** Returns the relation in an English, French, or Spanish cell such as "Retired" or "PT", or null. */
export function readEmployment(cell: string): Employment | null {
  const text = cell
    .slice(0, maxLength)
    .replaceAll('_', ' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .trim()
  return employmentPatterns.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
