/** Words about employers that are no part of their names. */

const wordSet = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))
const textSet = (text: string): ReadonlySet<string> => new Set(text.split('|').map((part) => part.trim()))

/** Plain texts in a field that is as good as empty. */
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
    'sans objet|s o|ne s applique pas|sans reponse|prefere ne pas repondre|je ne sais pas|inconnu|inconnue|confidentiel|prive|' +
    'no aplica|no se|desconocido|desconocida|prefiero no decir|prefiero no contestar|confidencial|privado|sin respuesta',
)

/** Plain texts that say that there is no employer. */
export const noEmployerTexts = textSet(
  'none|no employer|no company|no job|nobody|no one|without employer|none retired|retired none|none self|self|self employed|' +
    'selfemployed|self employeed|self employment|self emp|myself|me|own business|own company|my own business|my own company|' +
    'owner|business owner|small business owner|owner operator|sole proprietor|sole proprietorship|sole prop|entrepreneur|' +
    'freelance|freelancer|free lance|independent|independent contractor|gig worker|not employed|notemployed|unemployed|' +
    'currently unemployed|not currently employed|not working|not working currently|not currently working|no longer working|' +
    'dont work|do not work|looking for work|looking for a job|job seeker|seeking employment|seeking work|between jobs|' +
    'in between jobs|laid off|furloughed|homemaker|home maker|house wife|housewife|househusband|house husband|at home|home|' +
    'at home mom|stay at home|stay at home parent|stay at home mom|stay at home dad|stay at home mother|' +
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

/** Who says so is retired, in a text that says that there is no employer. Compared in plain form. */
export const saysRetired =
  /\b(ret(ired|d|iree|irement)?|retraitee?|retirad[oa]|jubilad[oa]|pensionad[oa]|prejubilad[oa]|preretraitee?|pensionista|pensionnee?|pensioner|semiretired)\b/

/** Begins so and says nothing else of an employer: "Self employed - Smith Consulting LLC". Compared in plain form. */
const ownWork = [
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
const freelance = ['freelance', 'freelancer', 'independent', 'self']

/** Works for nobody but themselves: "Self employed - Smith Consulting LLC", "freelance graphic designer". */
export const worksAlone = (plain: string): boolean =>
  ownWork.some((start) => plain === start || plain.startsWith(`${start} `)) ||
  freelance.some((start) => plain.startsWith(`${start} `) && isTitle(plain.slice(start.length + 1)))

/**
 * Kinds of work. A text of such words alone is a title, and before "at", after a comma or behind a name they are taken
 * off. Compared in plain form.
 */
const workWords = wordSet(
  'attorney lawyer paralegal physician doctor dr md nurse rn lpn np pa pharmacist dentist therapist technician tech ' +
    'engineer engineering swe sde sre developer programmer software architect designer scientist researcher research ' +
    'analyst accountant cpa auditor bookkeeper banker broker trader teller agent realtor actuary underwriter consultant ' +
    'adviser advisor manager management mgr director president vp svp evp avp ceo cfo cto coo cio cmo chief executive exec ' +
    'officer supervisor lead leader head coordinator administrator admin assistant asst associate specialist ' +
    'representative rep clerk secretary receptionist cashier barista driver pilot mechanic electrician plumber carpenter ' +
    'machinist operator welder worker warehouse sales salesperson salesman marketing hr recruiter buyer planner editor ' +
    'writer journalist producer artist actor musician photographer teacher professor prof lecturer instructor educator ' +
    'principal dean librarian coach counselor counsel judge pastor clergy chef cook server waiter waitress bartender ' +
    'janitor custodian guard soldier sergeant captain lieutenant colonel major officer firefighter paramedic intern ' +
    'internship trainee apprentice fellow postdoc staff employee employed team member partner founder cofounder owner ' +
    'chairman chairwoman chair chairperson board trustee contractor vendor temp temporary freelancer senior sr junior jr ' +
    'principal group global regional district general deputy vice product program project business operations finance ' +
    'it data systems network security quality customer service technical field account human resources legal public ' +
    'part full time ft pt work works working i im my at for of the in and a an was is job title position retail ' +
    'registered certified licensed assoc attendant trainer tutor nanny inspector foreman superintendent dispatcher chemist ' +
    'biologist physicist geologist statistician economist translator interpreter surgeon radiologist psychologist ' +
    'psychiatrist nutritionist dietitian hygienist phlebotomist optometrist stylist merchandiser stocker loader picker ' +
    'installer lineman handler strategist copywriter marketer controller comptroller treasurer evangelist ' +
    'enseignant enseignante professeur professeure profesor profesora maestro maestra ingeniero ingeniera ingenieur ' +
    'ingenieure medico medica medecin infirmier infirmiere enfermero enfermera abogado abogada avocat avocate gerente ' +
    'directeur directrice directora vendedor vendedora comptable contador contadora programador programadora ' +
    'developpeur developpeuse analyste analista gestionnaire technicien technicienne tecnico tecnica consultor consultora ' +
    'cadre vendeur vendeuse caissier caissiere cajero cajera ventas ventes',
)

/** What a title says of its field: part of it only where somebody is named, "flight attendant", "cloud engineer". */
const titleFields = wordSet(
  'flight cabin ground ramp mechanical electrical civil chemical aerospace industrial manufacturing process production ' +
    'digital creative brand content communications strategy strategic growth cloud web mobile frontend backend fullstack ' +
    'full stack devops ux ui ml ai machine learning embedded firmware hardware solutions partner partnerships enterprise ' +
    'commercial corporate financial investment investments wealth tax audit risk compliance loan mortgage claims ' +
    'procurement supply chain logistics maintenance safety regulatory affairs relations media social information ' +
    'applications application database infrastructure platform reliability test qa release talent acquisition people ' +
    'training shift night day front desk floor deli meat produce call patient success experience field materials ' +
    'structural petroleum nuclear packaging category demand graphic interior visual package baggage',
)
const persons = wordSet(
  'engineer manager mgr director president vp svp evp avp ceo cfo cto coo cio cmo chief officer supervisor lead leader ' +
    'analyst scientist researcher technician specialist designer developer programmer architect coordinator administrator ' +
    'assistant representative rep clerk attendant strategist mechanic operator inspector buyer planner recruiter counsel ' +
    'handler agent attorney accountant auditor copywriter marketer controller treasurer evangelist executive associate nurse ' +
    'ingeniero ingeniera ingenieur ingenieure gerente directeur directrice directora',
)

/** A title: words of work alone, or with those of a field, "Senior Cloud Engineer", "VP of Brand Strategy". */
export const isTitle = (plain: string): boolean => {
  if (isWork(plain)) return true
  const all = plain.split(' ')
  return all.some((word) => persons.has(word)) && all.every((word) => workWords.has(word) || titleFields.has(word))
}
/** A field, behind a name and before a person: "Alaska Airlines flight attendant", not "Hershey Electrical". */
export const isFieldOf = (word: string, person: string): boolean => persons.has(person) && titleFields.has(word)

export const isWork = (plain: string): boolean => plain !== '' && plain.split(' ').every((word) => workWords.has(word))
/** A title before "at": one word of work and few others, "VP of Strategy at". */
export const holdsWork = (plain: string): boolean => {
  const all = plain.split(' ')
  return all.length <= 9 && all.some((word) => workWords.has(word)) && !holdsOtherKind(plain)
}

/** Organizations of another kind than the company whose name stands beside: "Target (archery club)". */
const otherKinds = wordSet(
  'club church temple mosque synagogue ministry ministries parish diocese school schools district isd usd pta pto ' +
    'academy university univ college seminary hospital clinic medical dental dentistry orthodontics pharmacy vet ' +
    'veterinary credit union cu bank savings association assn society foundation fdn trust fund charity museum library ' +
    'theatre theater farm farms ranch orchard vineyard winery restaurant cafe diner bakery pizza grill bar salon spa ' +
    'barber roofing plumbing heating construction builders painting electric electrical landscaping lawn cleaning ' +
    'repair towing law llp pllc realty properties apartments band choir orchestra camp conservation alliance coalition ' +
    'council committee campaign party county city town village state department ministry embassy tribe',
)

export const holdsOtherKind = (plain: string): boolean => plain.split(' ').some((word) => otherKinds.has(word))

/** Fields of work: a department of a company, or behind an ordinary word what another company does ("Delta Security"). */
const fieldsOfWork = wordSet(
  'tech engineering software research management marketing sales teller group global regional district general product ' +
    'program project business operations finance it data systems network security quality customer service technical ' +
    'account human resources legal public retail executive team staff warehouse for of the in and a an hr registered ' +
    'certified licensed part full time job position work',
)

/** Do these words of work say what a person is, and not only a field? */
export const namesPerson = (plain: string): boolean => plain.split(' ').some((word) => !fieldsOfWork.has(word))

export const isOrdinaryWord = (core: string): boolean => ordinaryWords.has(core)

/** What the arms of one company are called. */
const arms = textSet(
  'services|service|systems|technologies|technology|tech|software|solutions|foods|food|food store|food stores|coffee|' +
    'research|cloud|labs|laboratories|store|stores|retail store|supercenter|supercentre|superstore|warehouse|pipelines|' +
    'pipeline|studios|animation studios|pictures|advisors|financial|financial services|pharmaceuticals|pharmaceutical|pharma|' +
    'biotech|usa|us|u s a|united states|of america|north america|america|americas|international|intl|worldwide|hq|' +
    'headquarters|head office|corporate|corporate office|corporate headquarters|main office|office|campus|plant|factory|' +
    'distribution center|fulfillment center|data center|division|div|dept|department|team|aerospace|airlines|aviation|' +
    'energy|oil|chemical|chemicals|motors|motor|insurance|securities|investments|wealth management|asset management|' +
    'blue cross|blueshield|blue shield|blue cross blue shield|flex|prime|gaming|games|health|healthcare|media|digital|' +
    'consulting|communications|wireless|mobile|networks|semiconductor|semiconductors|manufacturing|mfg|logistics|' +
    'web services|devices|hardware|products|consumer products|brands|retail|operations|employee|employees|rr|railroad|railway',
)

/** Where a company has its desks: also behind an ordinary word, for who says so names its seat. */
const seats = textSet(
  'hq|world hq|global hq|us hq|corporate hq|corp hq|headquarters|world headquarters|global headquarters|us headquarters|' +
    'corporate headquarters|national headquarters|head office|home office|corporate office|corporate offices|corp office|' +
    'regional office|corporate campus|main campus',
)

/** Only behind a name of several words: "Apple Bank" is another company, "JPMorgan Chase Bank" is not. */
const banks = textSet('bank|bank na|bank n a|na|n a')

/** "T. Rowe Price Associates"; behind a shorter name it is a firm of other people, "Marsh Associates". */
const longestOnly = textSet('associates')

/** How a name ends that has an arm behind it, longest first: the rest is the company. */
export function withoutArm(core: string): string | null {
  const words = core.split(' ')
  for (let taken = Math.min(4, words.length - 1); taken > 0; taken--) {
    const [rest, arm] = [words.slice(0, -taken), words.slice(-taken).join(' ')]
    const isArm =
      arms.has(arm) ||
      seats.has(arm) ||
      (rest.length > 1 && banks.has(arm)) ||
      (rest.length > 2 && rest.at(-1) !== 'and' && longestOnly.has(arm))
    if (isArm) return rest.join(' ')
  }
  return null
}

/** Companies named by an ordinary word: with another word behind it, it is another name ("Apple Bank", "Shell Services"). */
const ordinaryWords = wordSet(
  'apple ball target shell ups gap oracle delta visa ford chase dow sprint block square discover progressive travelers guardian ' +
    'principal unity united mercy metro popular regions reliant constellation compass cadence box snap toast stripe ' +
    'elastic postman indeed meta alphabet coach vans mars arm ally arch echo carrier corning dominion emerson gallagher ' +
    'heinz linde marsh mercer meridian micron mobile nuance olympus omron ares armstrong apollo avon anthem audible ' +
    'beats bose buick citadel cooley covington crown dell dish domino dover eaton esquire ethos fiesta fed first fluke ' +
    'frost garmin hess hinge humana kelly koch lilly magna marvel mercury moderna nationwide nike novus optum otis ' +
    'palm panasonic pandora paramount parker patagonia pearson pembina peabody pixel prime providence purina quest razor ' +
    'reverb revamp rogers ryder safeway schwab sentry slack sony sonic southwest spectrum spire spirit staples tableau ' +
    'tapestry tesla tide tinder toro trane twitch uber valor vanguard velcro vertex verso vista wells whirlpool williams ' +
    'wish workday xerox yale zoom zurich amazon american national general standard pacific atlantic northern southern ' +
    'eastern western central liberty hartford harvard stanford cornell emory mayo kaiser cigna ascension jacobs',
)

/** Where the arm is one that the company itself has, the ordinary word is the company after all. */
const ownArms: Readonly<Record<string, RegExp>> = {
  amazon:
    /^(flex|prime|web services|services|studios|devices|fulfillment center|warehouse|distribution center|pharmacy)$/,
  apple: /^(store|stores|retail|retail store|campus|headquarters|hq|corporate)$/,
  target: /^(store|stores|corporate|headquarters|hq|distribution center|employee)$/,
  ford: /^(motor|motors|plant)$/,
  shell: /^(oil|usa|us|energy|pipeline)$/,
  dell: /^(technologies|computer|computers|services|software)$/,
  delta: /^(airlines)$/,
  uber: /^(technologies|driver)$/,
  tesla: /^(motors|energy)$/,
  slack: /^(technologies)$/,
  tableau: /^(software)$/,
  meta: /^(platforms)$/,
  kaiser: /^(health|healthcare)$/,
  gap: /^(store|stores|corporate)$/,
  hartford: /^insurance$/,
  nike: /^(store|stores|factory store|retail)$/,
}

/** May a name that was left of `core` by taking an arm or a title off stand for the company? */
export function mayStandAlone(name: string, core: string): boolean {
  if (name.includes(' ') || !ordinaryWords.has(name)) return true
  const behind = core.slice(name.length).trim()
  return seats.has(behind) || (ownArms[name]?.test(behind) ?? false)
}

/** Short texts that several well-known employers go by: the Departments of Energy and of Education, three universities. */
export const sharedShortTexts = wordSet('doe uw ms cat hartford principal')
