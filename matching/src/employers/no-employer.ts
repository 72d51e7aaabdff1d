import { normalizeName } from './company-names.ts'
import { isTitle } from './employer-words.ts'
import { textSet, wordSet } from './word-sets.ts'

/** Texts that mean the field is effectively empty. Plain. */
export const placeholders = textSet(
  '|na|n a|n|no|unknown|unk|null|nil|undefined|not applicable|not available|not given|not provided|not specified|not stated|' +
    'not listed|not disclosed|not shared|not shared by donor|not reported|none given|none provided|none listed|not entered|' +
    'prefer not to say|prefer not to answer|rather not say|do not wish to say|information requested|' +
    'information requested best efforts|info requested|requested|best efforts|pending|tbd|test|testing|asdf|abc|x|xx|xxx|' +
    'other|employer|my employer|employer name|company|company name|my company name|confidential|private|personal|refused|' +
    'decline|declined|decline to state|declined to state|declined to answer|withheld|anonymous|same|same as above|' +
    'see above|as above|above|see below|blank|empty|missing|0|1|any|anything|nothing|no answer|no response|dont know|idk|' +
    'yes|y|maybe|perhaps|possibly|not sure|unsure|im not sure|i dont know|i do not know|do not know|' +
    'select|select one|please select|choose one|' +
    'sans objet|s o|n d|n c|no contesta|ne s applique pas|sans reponse|prefere ne pas repondre|je ne sais pas|inconnu|inconnue|confidentiel|prive|' +
    'no aplica|no se|desconocido|desconocida|prefiero no decir|prefiero no contestar|confidencial|privado|sin respuesta',
)

/** Texts that mean there is no employer. Plain. */
export const noEmployerTexts = textSet(
  'none|no employer|no company|no job|nobody|no one|without employer|none retired|retired none|none self|self|self employed|' +
    'selfemployed|self employeed|self employment|self emp|myself|me|own business|own company|my own business|my own company|' +
    'owner|business owner|small business owner|owner operator|sole proprietor|sole proprietorship|sole prop|entrepreneur|' +
    'freelance|freelancer|free lance|independent|independent contractor|gig worker|not employed|notemployed|unemployed|' +
    'currently unemployed|not currently employed|not working|not working currently|not currently working|no longer working|' +
    'dont work|do not work|looking for work|looking for a job|job seeker|seeking employment|seeking work|between jobs|' +
    'in between jobs|laid off|furloughed|homemaker|home maker|house wife|housewife|househusband|house husband|at home|home|' +
    'grandmother|grandfather|grandma|grandpa|grandparent|at home mom|stay at home|stay at home parent|stay at home mom|stay at home dad|stay at home mother|' +
    'stay at home father|sahm|sahd|full time parent|full time mom|mom|mother|dad|father|parent|caregiver|carer|' +
    'family caregiver|full time caregiver|student|full time student|college student|university student|grad student|' +
    'graduate student|high school student|disabled|on disability|disability|ssdi|volunteer|full time volunteer|minor|child|' +
    'too young|retired|retiree|retd|ret|semi retired|semiretired|retired self employed|self employed retired|now retired|' +
    'currently retired|happily retired|im retired|i am retired|retirement|pensioner|deceased|landlord|investor|' +
    'at home wife|stay at home wife|stay at home husband|homeschooling parent|homeschool mom|working for myself|i work for myself|' +
    'work for myself|own my own business|i own my own business|i am self employed|im self employed|i am a student|im a student|' +
    'i am unemployed|im unemployed|out of work|med student|medical student|law student|phd student|' +
    // French
    'retraite|retraitee|a la retraite|en retraite|preretraite|preretraitee|je suis retraite|je suis retraitee|pensionne|' +
    'pensionnee|rentier|rentiere|etudiant|etudiante|je suis etudiant|je suis etudiante|eleve|lyceen|lyceenne|au foyer|' +
    'femme au foyer|homme au foyer|mere au foyer|pere au foyer|parent au foyer|maman a la maison|papa a la maison|sans emploi|' +
    'sans travail|sans profession|sans employeur|au chomage|chomage|chomeur|chomeuse|en recherche d emploi|en recherche demploi|' +
    'a la recherche dun emploi|aucun|aucune|aucun employeur|pas demploi|pas demployeur|je ne travaille pas|ne travaille pas|' +
    'travail autonome|independante|entrepreneure|pigiste|benevole|invalide|en invalidite|conge parental|moi|moi meme|' +
    'proprietaire|ma propre entreprise|ma propre compagnie|mon entreprise|' +
    // Spanish
    'jubilado|jubilada|retirado|retirada|pensionado|pensionada|pensionista|prejubilado|prejubilada|estoy jubilado|' +
    'estoy jubilada|estoy retirado|estoy retirada|soy jubilado|soy jubilada|estudiante|soy estudiante|estudiante universitario|' +
    'estudiante universitaria|ama de casa|amo de casa|soy ama de casa|hogar|desempleado|desempleada|estoy desempleado|' +
    'estoy desempleada|sin empleo|sin trabajo|sin empleador|buscando trabajo|buscando empleo|en paro|parado|parada|ninguno|ninguna|' +
    'ningun empleador|no trabajo|no tengo trabajo|no tengo empleo|no tengo empleador|autonomo|autonoma|independiente|' +
    'negocio propio|mi propio negocio|tengo mi propio negocio|mi negocio|propietario|propietaria|dueno|duena|dueno de negocio|duena de negocio|proprietaire dentreprise|yo mismo|yo misma|' +
    'empresario|empresaria|voluntario|voluntaria|discapacitado|discapacitada|incapacitado|incapacitada',
)

const occupations = textSet(
  'military|the military|us military|u s military|armed forces|military officer|veteran|military veteran|teaching|nursing|education|' +
    'the classroom|classroom teacher|school teacher|public school teacher|high school teacher|elementary teacher|' +
    'elementary school teacher|special education teacher|music teacher|school principal|school counselor|school nurse|' +
    'social worker|social work|police officer|police|law enforcement|fire fighter|firefighting|fire service|' +
    'civil servant|civil service|federal employee|federal government|federal govt|government|govt|government employee|' +
    'government worker|state employee|county employee|city employee|postal worker|business owner|small business owner|' +
    'business|business executive|healthcare|health care|healthcare worker|medicine|engineering|banking|real estate|' +
    'insurance|finance|accounting|sales|marketing|law|law practice|private practice|the ministry|ministry|minister|clergy|' +
    'military spouse|homemaker|volunteer|volunteering|work|working|the workforce|workforce|my job|corporate america|' +
    'the corporate world|the fire department|the police department|truck driver|farmer|farming|rancher|contractor|' +
    'public school|school system|public schools|higher education|academia|college professor|university professor|' +
    'federal|state|county|city|public|public sector|private sector|us government|the government|the state|the county|' +
    'mom|mother|dad|father|grandma|grandmother|grandpa|grandparent|grandmother of 3|full time grandma|parent|wife|wife and mother|' +
    'fonction publique|la fonction publique|enseignement|l enseignement|lenseignement|education nationale|sante|' +
    'magisterio|la ensenanza|docencia|fuerzas armadas|gobierno|servicio publico',
)
/** Returns whether a plain text is an occupation without an employer. */
export const isOccupation = (plain: string): boolean => occupations.has(plain) || isTitle(plain)

/** Franchise owners are not employed by the chain. Of a couple, it is unclear which spouse gave. */
const ownerWords = wordSet(
  'franchisee franchise franchised franquicia franchise owner proprietor propietario proprietaire',
)
const wives = wordSet('wife wifes esposa femme mujer')
const husbands = wordSet('husband husbands hubby esposo marido mari')
/** Returns whether people must decide on a plain text, such as a relative's employer. */
export const needsManualReview = (plain: string): boolean => {
  const textWords = plain.split(' ')
  const has = (words: ReadonlySet<string>): boolean => textWords.some((word) => words.has(word))
  const isOfRelative =
    textWords.slice(0, 3).some((word) => relatives.has(word)) &&
    textWords.slice(1, 5).some((word) => workWords.has(word))
  return has(ownerWords) || (has(wives) && has(husbands)) || isOfRelative
}
/** Companies match gifts of spouses, not of children or parents. */
const relatives = wordSet(
  'daughter daughters son sons father mother dad mom parents parent brother sister aunt uncle cousin grandson granddaughter niece ' +
    'nephew friend friends child children kid kids fils fille pere mere frere soeur hijo hija padre madre padres hermano hermana ' +
    'amigo amiga inlaw',
)
const workWords = wordSet(
  'works work worked working is at employer job for trabaja trabajan travaille travaillent chez',
)

/** Matches words that mean retired in a plain text without an employer. */
export const retiredPattern =
  /\b(ret(ired|d|iree|irement)?|retraitee?|retirad[oa]|jubilad[oa]|pensionad[oa]|prejubilad[oa]|preretraitee?|pensionista|pensionnee?|pensioner|semiretired)\b/

/** No other employer follows: "Self employed - Smith Consulting LLC". Plain. */
const selfEmployedPhrases = [
  'self employed',
  'self employeed',
  'self employment',
  'selfemployed',
  'selfemployeed',
  'selfemployment',
  'travailleur autonome',
  'travailleuse autonome',
  'travailleur independant',
  'travailleuse independante',
  'a mon compte',
  'je travaille a mon compte',
  'auto entrepreneur',
  'autoentrepreneur',
  'auto entrepreneure',
  'autoentrepreneure',
  'trabajador autonomo',
  'trabajadora autonoma',
  'trabajador independiente',
  'trabajadora independiente',
  'trabajador por cuenta propia',
  'trabajadora por cuenta propia',
  'empleado por cuenta propia',
  'empleada por cuenta propia',
  'por cuenta propia',
  'cuenta propia',
  'trabajo por mi cuenta',
  'trabajo por cuenta propia',
]
const freelanceWords = ['freelance', 'freelancer', 'independent', 'self']

/** Returns whether the donor works only for themselves: "freelance graphic designer". */
export const isSelfEmployed = (plain: string): boolean =>
  selfEmployedPhrases.some((start) => plain === start || plain.startsWith(`${start} `)) ||
  freelanceWords.some((start) => plain.startsWith(`${start} `) && isTitle(plain.slice(start.length + 1))) ||
  idlePhrases.some((start) => plain.startsWith(`${start} `) && plain.split(' ').every((word) => idleWords.has(word)))

/** Only `idleWords` may follow: "Not working right now", "stay at home mom of 3". */
const idlePhrases = [
  'not working',
  'not employed',
  'unemployed',
  'between jobs',
  'stay at home',
  'staying home',
  'at home',
  'mom of',
  'mother of',
  'dad of',
  'father of',
  'full time mom',
  'full time dad',
  'full time parent',
  'looking for',
  'currently looking',
  'currently not',
  'home with',
  'busy mom',
  'proud mom',
  'currently unemployed',
  'laid off',
  'recently laid',
  'job hunting',
  'recently retired',
  'retired since',
  'retired in',
  'retired as',
  'i retired',
  'newly retired',
  'fully retired',
  'retired now',
]
const idleWords = wordSet(
  'not working employed unemployed between jobs stay staying at home mom mother dad father parent full time of 1 2 3 4 5 one two ' +
    'three four five a an the and with kids children boys girls twins toddlers babies right now currently anymore moment this ' +
    'present due to outside for work job new next looking something in opportunity opportunities from my our busy proud ' +
    'laid off recently temporarily hunting seeking employment until further notice yet again i am im been since ' +
    'retired newly fully year years ago last 2010 2011 2012 2013 2014 2015 2016 2017 2018 2019 2020 2021 2022 2023 2024 2025 2026',
)

/** Returns the text without a trailing time: "À la retraite depuis 2015". */
export function withoutTimePhrase(plain: string): string {
  const timePhrase = trailingTimePhrases.find((phrase) => plain.endsWith(` ${phrase}`))
  const leadingPhrase = leadingTimePhrases.find((phrase) => plain.startsWith(`${phrase} `))
  const rest = plain.slice(
    leadingPhrase === undefined ? 0 : leadingPhrase.length + 1,
    timePhrase === undefined ? undefined : -timePhrase.length - 1,
  )
  const year = sinceYear.exec(rest)?.[0] ?? ''
  const remaining = rest.slice(0, rest.length - year.length)
  return noEmployerTexts.has(remaining) || isSelfEmployed(remaining) ? remaining : plain
}
const sinceYear = / (?:since |in |as of |depuis |en |desde )?(?:19|20)\d\d$/
const leadingTimePhrases = [
  'i am',
  'im',
  'i am currently',
  'currently',
  'presently',
  'now',
  'just',
  'newly',
  'recently',
  'happily',
  'fully',
  'mostly',
  'actuellement',
  'je suis',
  'actualmente',
  'estoy',
  'soy',
  'ahora',
  'yo soy',
].sort((a, b) => b.length - a.length)
const trailingTimePhrases = [
  'at this time',
  'at the moment',
  'right now',
  'for now',
  'currently',
  'now',
  'this year',
  'anymore',
  'presentement',
  'actuellement',
  'en ce moment',
  'pour linstant',
  'pour l instant',
  'pour le moment',
  'a temps plein',
  'a temps partiel',
  'actualmente',
  'ahora',
  'por ahora',
  'por el momento',
  'en este momento',
  'tiempo completo',
  'de tiempo completo',
  'full time',
]

/** Returns whether a plain text means that there is no employer. */
export const namesNoEmployer = (plain: string): boolean =>
  isTitle(plain) || isOccupation(plain) || noEmployerTexts.has(plain) || placeholders.has(plain) || /^\d+$/.test(plain)

/** Returns whether each part means no employer or nothing: "Not employed/Retired". */
export function everyPartNamesNoEmployer(text: string): boolean {
  const parts = text
    .split(/[/,;&()+|–—-]|\band\b/)
    .map(normalizeName)
    .filter((part) => part !== '')
  return (
    parts.length > 1 &&
    parts.some((part) => noEmployerTexts.has(part)) &&
    parts.every((part) => noEmployerTexts.has(part) || placeholders.has(part) || isOccupation(part))
  )
}
