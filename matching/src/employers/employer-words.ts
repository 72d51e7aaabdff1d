import { wordSet } from './word-sets.ts'

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
    'facteur factrice cartero cartera preposee prepose commis caissiere ouvriere soudeur soudador electricien electricista plombier ' +
    'plomero carpintero carpintera menuisier charpentier cuisinier cuisiniere cocinero cocinera serveur serveuse chauffeuse camionero ' +
    'camionneur pharmacien pharmacienne farmaceutico farmaceutica dentista dentiste comptables secretario adjoint conserje jardinero ' +
    'empleado empleada employe employee obrero limpieza operario operaria tecnologo tecnologa investigador investigadora chercheur ' +
    'chercheuse scientifique cientifico cientifica representante representant representante conductora policia policier pompier ' +
    'bombero bombera travailleuse travailleur trabajadora trabajador social sociale docente profe educadora educador educatrice ' +
    'educateur traducteur traductrice traductor traductora arquitecto arquitecta architecte banquier banquiere actuaire ' +
    'dir eng engr mktg acct acctg azafata aeromozo agente piloto pilote repartidor repartidora bodeguero almacenista ninera ' +
    'shopper mailman courier stylist crew teacher aide para paraprofessional superviseur superviseure supervisor supervisora adjointe adjoint ' +
    'commis livreur chauffeur chofer conductor obrero obrera ouvrier ouvriere mecanico mecanicien contable mesero mesera ' +
    'coiffeuse coiffeur encargado encargada asistente secretaria secretaire charge chargee conseiller conseillere ' +
    'cadre vendeur vendeuse caissier caissiere cajero cajera ventas ventes',
)

/** "Flight attendant", "cloud engineer": part of a title only next to a word for a person. */
const titleFields = wordSet(
  'flight cabin ground ramp mechanical electrical civil chemical aerospace industrial manufacturing process production ' +
    'digital creative brand content communications strategy strategic growth cloud web mobile frontend backend fullstack ' +
    'full stack devops ux ui ml ai machine learning embedded firmware hardware solutions partner partnerships enterprise ' +
    'commercial corporate financial investment investments wealth tax audit risk compliance loan mortgage claims ' +
    'procurement supply chain logistics maintenance safety regulatory affairs relations media social information ' +
    'applications application database infrastructure platform reliability test qa release talent acquisition people ' +
    'training shift night day front desk floor deli meat produce call patient success experience field materials ' +
    'structural petroleum nuclear packaging category demand graphic interior visual package baggage letter mail store shift crew ' +
    'truck forklift delivery line vision retirement benefits payroll tienda sucursal turno proyecto de du des del la le magasin ' +
    'projet succursale equipe bord vuelo vol',
)
const persons = wordSet(
  'engineer manager mgr director president vp svp evp avp ceo cfo cto coo cio cmo chief officer supervisor lead leader ' +
    'analyst scientist researcher technician specialist designer developer programmer architect coordinator administrator ' +
    'assistant representative rep clerk attendant strategist mechanic operator inspector buyer planner recruiter counsel ' +
    'handler agent attorney accountant auditor copywriter marketer controller treasurer evangelist executive associate nurse ' +
    'ingeniero ingeniera ingenieur ingenieure gerente directeur directrice directora agente piloto pilote enfermera enfermero ' +
    'infirmier infirmiere cajera cajero vendedor vendedora vendeur vendeuse chofer mailman courier shopper driver pilot',
)

/** Returns whether a plain text is a title, such as "senior cloud engineer". */
export const isTitle = (plain: string): boolean => {
  if (hasOnlyJobWords(plain)) return true
  const words = plain.split(' ')
  return words.some((word) => persons.has(word)) && words.every((word) => workWords.has(word) || titleFields.has(word))
}
/** Returns whether a word is the field of a title: "flight attendant", but not "Hershey Electrical". */
export const isFieldBeforeRole = (word: string, person: string): boolean => persons.has(person) && titleFields.has(word)

/** Returns whether all words of a plain text are words for work. */
export const hasOnlyJobWords = (plain: string): boolean =>
  plain !== '' && plain.split(' ').every((word) => workWords.has(word))
/** Returns whether the plain text before "at" contains a title, such as "vp of strategy at". */
export const containsJobWord = (plain: string): boolean => {
  const words = plain.split(' ')
  return words.length <= 9 && words.some((word) => workWords.has(word)) && !containsOtherKind(plain)
}

/** Another organization than the company next to it: "Target (archery club)". */
const otherKinds = wordSet(
  'agency agencies dealer dealers dealership reseller franchise franchisee distributor bottler bottling subcontractor club church temple mosque synagogue ministry ministries parish diocese school schools district isd usd pta pto ' +
    'academy university univ college seminary hospital clinic medical dental dentistry orthodontics pharmacy vet ' +
    'veterinary credit union cu bank savings association assn society foundation fdn trust fund charity museum library ' +
    'theatre theater farm farms ranch orchard vineyard winery restaurant cafe diner bakery pizza grill bar salon spa ' +
    'barber roofing plumbing heating construction builders painting electric electrical landscaping lawn cleaning ' +
    'repair towing law llp pllc realty properties apartments band choir orchestra camp conservation alliance coalition ' +
    'council committee campaign party county city town village state department ministry embassy tribe',
)

/** Returns whether a plain text names another kind of body, such as a club. */
export const containsOtherKind = (plain: string): boolean => plain.split(' ').some((word) => otherKinds.has(word))

/** Departments or, after an ordinary word, another company's business ("Delta Security"). */
const fieldsOfWork = wordSet(
  'tech engineering software research management marketing sales teller group global regional district general product ' +
    'program project business operations finance it data systems network security quality customer service technical ' +
    'field account human resources legal public retail executive team staff warehouse for of the in and a an hr registered ' +
    'certified licensed part full time job position work',
)

/** Returns whether words for work name a person's job and not only a field. */
export const namesPerson = (plain: string): boolean =>
  plain.split(' ').some((word) => !fieldsOfWork.has(word) && !titleFields.has(word))
